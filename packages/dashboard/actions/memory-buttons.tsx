import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useVerb } from '../calls/verb.ts';
import { type KeyBinding, useKeys } from '../keys/keys.ts';
import { Keys, PlainButton } from '../parts/controls.tsx';
import { MemoryText } from '../parts/memory.tsx';
import { Answered, Dialog } from '../parts/page.tsx';
import { number } from '../words/say.ts';
import { askOf, type BulkTarget, type MemoryActionName, nameOf, useMemoryActions } from './actions.tsx';

type ButtonName = MemoryActionName | 'edit';

const KEYS: Partial<Record<ButtonName, string>> = {
  confirm: 'c',
  edit: 'e',
  reject: 'r',
  pin: 'p',
  unpin: 'p',
  forget: 'delete',
};

const labelOf = (name: ButtonName): string => (name === 'edit' ? 'Edit' : nameOf(name));

interface MemoryButtonsProps {
  /** None where the keys are in the help, and have nothing to act on. */
  memory: { id: string; text: string; pinned?: boolean } | undefined;
  actions: readonly ButtonName[];
  /** Whether the keys act on it. */
  keys?: boolean;
  /** Keys without buttons. */
  hidden?: boolean;
  /** Other wordings of it, which are decided along. */
  same?: string[];
  onGone?: () => void;
  children?: ReactNode;
}

/** Confirms, edits, rejects, pins, mutes or deletes one memory where it is shown. */
export function MemoryButtons({ memory, actions, keys, hidden, same, onGone, children }: MemoryButtonsProps) {
  const { all, correct, busy } = useMemoryActions();
  const [open, setOpen] = useState<'edit' | 'forget'>();
  const close = () => setOpen(undefined);
  const names = actions.map((name) => (name === 'pin' && memory?.pinned ? 'unpin' : name));
  const run = (name: ButtonName) => {
    if (!memory) return;
    if (name === 'edit' || name === 'forget') setOpen(name);
    else if (name === 'reject') all(name, { ids: [memory.id, ...(same ?? [])] });
    else all(name, { ids: [memory.id], ...(same && { same }) });
  };
  const bindings = names.flatMap((name): KeyBinding[] => {
    const about = { does: labelOf(name), group: 'Memory actions', idle: !memory };
    return KEYS[name] ? [{ ...about, keys: KEYS[name], run: () => run(name) }] : [];
  });
  useKeys(keys ? bindings : []);
  if (open === 'edit' && memory)
    return (
      <TextEditor
        text={memory.text}
        busy={busy}
        onCancel={close}
        onSave={(text) => correct(memory.id, text, { ...(same && { same }), onDone: close })}
      />
    );
  return (
    <>
      {!hidden && (
        <div className="row buttons">
          {names.map((name) => (
            <PlainButton
              key={name}
              size="compact-sm"
              disabled={busy}
              title={keys && KEYS[name] ? `Key: ${KEYS[name]}` : undefined}
              {...(name === 'confirm' && { variant: 'light' })}
              {...(name === 'forget' && { c: 'var(--bad)' })}
              onClick={() => run(name)}
            >
              {labelOf(name)}
            </PlainButton>
          ))}
          {children}
        </div>
      )}
      {open === 'forget' && memory && (
        <BulkDialog action="forget" whom={{ ids: [memory.id] }} onClose={close} onDone={onGone} />
      )}
    </>
  );
}

interface TextEditorProps {
  text: string;
  busy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

function TextEditor({ text, busy, onSave, onCancel }: TextEditorProps) {
  const [typed, setTyped] = useState(text);
  const may = typed.trim() !== '' && typed.trim() !== text && !busy;
  return (
    <div>
      <Textarea
        autosize
        minRows={2}
        maxRows={16}
        data-autofocus
        autoFocus
        aria-label="New text"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && may) onSave(typed.trim());
          if (event.key === 'Escape') onCancel();
        }}
      />
      <Group mt="xs" gap="xs">
        <Button disabled={!may} onClick={() => onSave(typed.trim())} rightSection={<Keys keys="mod+enter" />}>
          Save
        </Button>
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
      </Group>
    </div>
  );
}

interface BulkDialogProps {
  action: MemoryActionName;
  whom: BulkTarget;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

/** Shows what an action would change, with the texts, and asks; for deletion, which soon is final, rejecting is offered too. */
export function BulkDialog({ action, whom, onClose, onDone }: BulkDialogProps) {
  const { all } = useMemoryActions();
  const answer = useVerb('bulk', { action, ...whom, dryRun: true });
  const { data } = answer;
  const n = data?.done.length ?? 0;
  const total = n + (data?.left.length ?? 0);
  const isFinal = action === 'forget';
  const act = (name: MemoryActionName) => {
    onClose();
    all(name, whom.filter ? { ...whom, expected: total } : whom, onDone);
  };
  return (
    <Dialog
      onClose={onClose}
      title={askOf(action, n)}
      centered
      size="lg"
      actions={
        <>
          {isFinal && (
            <PlainButton disabled={n === 0} onClick={() => act('reject')}>
              Reject instead
            </PlainButton>
          )}
          <Button {...(isFinal && { color: 'red' })} disabled={n === 0} onClick={() => act(action)}>
            {nameOf(action)}
          </Button>
        </>
      }
    >
      <Answered of={answer} lines={3}>
        {({ named, left }) => (
          <>
            <Preview>
              {named.map(({ id, text }) => (
                <Quoted key={id} text={text} isFinal={isFinal} />
              ))}
            </Preview>
            {n > named.length && <p className="quiet">{`and ${number(n - named.length)} more`}</p>}
            {left[0] && <p className="quiet">{`${number(left.length)} unchanged: ${left[0].because}`}</p>}
          </>
        )}
      </Answered>
      <p>
        {isFinal
          ? 'Delete can be undone for 30 seconds; then the text and its copies are erased from disk. Reject hides it and can be undone later too.'
          : 'This can be undone.'}
      </p>
    </Dialog>
  );
}

/** What an action would change, which may be long. */
export const Preview = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <div style={{ maxHeight: '50vh', overflowY: 'auto' }} tabIndex={0}>
    {children}
  </div>
);

/** A memory that is about to change; `isFinal` where it goes. */
export const Quoted = ({ text, isFinal = false }: { text: string; isFinal?: boolean }) => (
  <blockquote className="quoted" data-final={isFinal || undefined}>
    <MemoryText text={text} />
  </blockquote>
);
