import {
  Button,
  CloseButton,
  CopyButton,
  Group,
  Kbd,
  NativeSelect,
  SegmentedControl,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useKeys } from '../keys/keys.ts';
import { Icon } from '../theme/icons.tsx';
import { number } from '../words/say.ts';

/** What can be done besides what a page is for. */
export const PlainButton = Button.withProps({ variant: 'default' });
/** The same within a row of a list. */
export const RowButton = Button.withProps({ variant: 'default', size: 'compact-xs' });
/** What is offered without drawing the eye. */
export const QuietButton = Button.withProps({ variant: 'subtle', color: 'gray', size: 'compact-xs' });

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  names: Readonly<Partial<Record<T, ReactNode>>>;
  onChoose: (value: T) => void;
}

export const Choice = <T extends string>({ label, value, names, onChoose }: ChoiceProps<T>) => (
  <SegmentedControl
    size="xs"
    aria-label={label}
    value={value}
    onChange={(chosen) => onChoose(chosen as T)}
    data={Object.entries<ReactNode>(names).map(([one, name]) => ({ value: one, label: name }))}
  />
);

interface ListChoiceProps<T extends string> extends Omit<ChoiceProps<T>, 'names'> {
  names: Readonly<Record<string, string>>;
  disabled?: boolean;
}

export const ListChoice = <T extends string>({ label, names, onChoose, ...rest }: ListChoiceProps<T>) => (
  <NativeSelect
    size="xs"
    aria-label={label}
    {...rest}
    onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}
    data={Object.entries(names).map(([value, name]) => ({ value, label: name }))}
  />
);

const NAMES: Record<string, string> = {
  mod: /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
};

export const Keys = ({ keys }: { keys: string }) => (
  <Group component="span" gap={3} wrap="nowrap">
    {keys.split(/[ +](?=.)/).map((key) => (
      <Kbd key={key} size="xs">
        {NAMES[key] ?? key}
      </Kbd>
    ))}
  </Group>
);

export function CommandLine({ command, does }: { command: string; does?: string }) {
  return (
    <div className="stack">
      {does && <span className="fine">{does}</span>}
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <button type="button" className="bare box command" onClick={copy} aria-label={`Copy ${command}`}>
            <code className="mono">{command}</code>
            <small role="status" data-tone={copied ? 'good' : undefined}>
              <Icon name={copied ? 'check' : 'copy'} size={14} /> {copied && 'Copied'}
            </small>
          </button>
        )}
      </CopyButton>
    </div>
  );
}

interface AskingFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** What is asked for, as the address says it. */
  value: string;
  onAsk: (text: string) => void;
  /** Told after what was typed last is asked for. */
  onEnter?: (() => void) | undefined;
  /** How long a pause in typing is, in milliseconds. */
  pauseMs?: number;
}

/** A field that asks for what is typed at each pause. What is being typed stays as it is, whatever the address says meanwhile. */
export function AskingField({ value, onAsk, onEnter, pauseMs = 250, ...rest }: AskingFieldProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((text: string) => {
    asked.current = text;
    onAsk(text);
  }, pauseMs);
  const type = (text: string) => {
    setTyped(text);
    ask(text.trim());
  };
  useEffect(() => {
    // Somebody came by a link, or went back.
    if (asked.current === value) return;
    asked.current = value;
    setTyped(value);
  }, [value]);
  const clear = <CloseButton aria-label="Clear the search" onClick={() => type('')} />;
  return (
    <TextInput
      {...rest}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') {
          ask.flush();
          onEnter?.();
        }
        if (['Escape', 'Enter', 'ArrowDown'].includes(key)) currentTarget.blur();
      }}
      {...(rest.type === 'search' && { rightSection: typed && clear })}
    />
  );
}

interface SearchFieldProps extends AskingFieldProps {
  label: string;
  /** The heading in the help under which its key stands. */
  group: string;
}

/** Where a list is searched; `/` leads to it, Enter, Escape and the arrow down out of it. */
export function SearchField({ label, group, ...rest }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', does: 'Search', group, run: () => field.current?.select() }]);
  return (
    <AskingField
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      {...rest}
    />
  );
}

interface PageButtonsProps {
  /** The page at hand, from 0. */
  at: number;
  size: number;
  total: number;
  names?: readonly [back: string, on: string];
  onTurn: (to: number) => void;
}

export const PageButtons = ({ at, size, total, names = ['Previous', 'Next'], onTurn }: PageButtonsProps) =>
  total > size && (
    <nav className="row fine page-buttons" aria-label="Pages">
      <PlainButton disabled={at === 0} onClick={() => onTurn(at - 1)}>
        {names[0]}
      </PlainButton>
      <span className="quiet number">
        {`${number(at * size + 1)} to ${number(Math.min(total, (at + 1) * size))} of ${number(total)}`}
      </span>
      <PlainButton disabled={(at + 1) * size >= total} onClick={() => onTurn(at + 1)}>
        {names[1]}
      </PlainButton>
    </nav>
  );
