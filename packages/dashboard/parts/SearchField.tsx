import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../keys/keys.ts';
import { Icon } from '../theme/icons.tsx';

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
