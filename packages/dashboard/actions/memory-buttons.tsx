import { Button, Group, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { type ReactNode, useCallback, useState } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { useDo, useVerb } from '../calls/verb.ts';
import { type KeyBinding, useKeys } from '../keys/keys.ts';
import { Keys, PlainButton } from '../parts/controls.tsx';
import { MemoryText } from '../parts/memory.tsx';
import { Answered, Dialog } from '../parts/page.tsx';
import { counted, number } from '../words/say.ts';

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
  keys?: boolean;
  hidden?: boolean;
  /** Other wordings of it, which are decided along. */
  same?: string[];
  onGone?: () => void;
  children?: ReactNode;
}

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

/** What can be done to memories: its name, what is said when it is done, and what follows for one and for several. */
const ACTIONS = {
  confirm: ['Confirm', 'Confirmed', '', ''],
  reject: ['Reject', 'Rejected', '. It won’t be learned again.', '. They won’t be learned again.'],
  pin: ['Pin', 'Pinned', '', ''],
  unpin: ['Unpin', 'Unpinned', '', ''],
  mute: ['Mute', 'Muted', ': kept, but not delivered to agents', ''],
  unmute: ['Unmute', 'Unmuted', '', ''],
  forget: [
    'Delete',
    'Deleted',
    '. It is erased from disk in 30 seconds.',
    '. They are erased from disk in 30 seconds.',
  ],
} as const;

export type MemoryActionName = keyof typeof ACTIONS;

export const nameOf = (action: MemoryActionName): string => ACTIONS[action][0];

const askOf = (action: MemoryActionName, n: number): string =>
  `${nameOf(action)} ${n === 1 ? 'this memory' : `${number(n)} memories`}?`;

function didOf(action: MemoryActionName, n: number): string {
  const [, did, one, several] = ACTIONS[action];
  return n === 1 ? did + one : `${number(n)} memories ${did.toLowerCase()}${several}`;
}

type BulkTarget = Pick<Input<'bulk'>, 'ids' | 'same' | 'filter' | 'expected'>;

/** How long the daemon keeps what was deleted; the offer to undo it stays as long. */
const DELETE_UNDO_MS = 30_000;

/** What a person can do to memories of the chosen project; each is told, and can be taken back where that is possible. */
export function useMemoryActions() {
  const bulk = useDo('bulk');
  const correct = useDo('correct');
  const change = useDo('change');
  const tell = useActionToast();
  // As promises: the dialog or row that asked for it may be gone by then.
  return {
    busy: bulk.isPending || correct.isPending || change.isPending,
    all: (action: MemoryActionName, whom: BulkTarget, onDone?: () => void) =>
      void bulk.mutateAsync({ action, ...whom }).then(({ action: made, done, left }) => {
        const because = left[0]?.because ?? '';
        const rest = left.length > 0 ? ` ${number(left.length)} unchanged: ${because}` : '';
        tell(
          done.length === 0 ? `Nothing changed: ${because}` : didOf(action, done.length) + rest,
          made === null ? undefined : { action: made },
          action === 'forget' ? DELETE_UNDO_MS : undefined,
        );
        onDone?.();
      }, tellTrouble),
    /** `same`: other wordings of it, which are decided along. */
    correct: (id: string, text: string, { same, onDone }: { same?: string[]; onDone: () => void }) =>
      void correct.mutateAsync({ id, text, same }).then(({ redacted }) => {
        tell(`Saved${redacted.length > 0 ? '. A secret was redacted.' : ''}`, { id });
        onDone();
      }, tellTrouble),
    change: (id: string, to: Input<'change'>['to']) =>
      void change.mutateAsync({ id, to }).then(() => tell('Changed', { id }), tellTrouble),
  };
}

const tellTrouble = ({ message, hint }: CallError): void =>
  void notifications.show({ title: message, message: hint, color: 'red' });

/** Takes back the last action, or the one that is named, and says what came of it. */
export function useUndo(): (which?: Input<'undo'>) => void {
  const { mutateAsync } = useDo('undo');
  return useCallback(
    // As a promise: what offered it, a decided row of a list, may be gone by then.
    (which = {}) => void mutateAsync(which).then(tellUndone, tellTrouble),
    [mutateAsync],
  );
}

function tellUndone({ action, undone, left }: Output<'undo'>): void {
  // Its own offer to undo it has no use any more.
  for (const how of [{ action: action ?? undefined }, ...undone.map(({ id }) => ({ id }))])
    notifications.hide(toastOf(how) ?? '');
  const text =
    undone.length > 1 ? counted(undone.length, 'memory') : (undone[0]?.text ?? left[0]?.because ?? '');
  notifications.show({
    title: action === null ? undefined : 'Undone',
    message: action === null ? 'Nothing to undo.' : text.slice(0, 140),
    color: 'gray',
  });
}

/** Tells what was done, with the offer to undo it; `autoClose` is how long in milliseconds, where it is not the usual. */
export function useActionToast(): (
  message: string,
  how: Input<'undo'> | undefined,
  autoClose?: number,
) => void {
  const undo = useUndo();
  return useCallback(
    (message, how, autoClose) =>
      void notifications.show({
        id: toastOf(how),
        autoClose,
        color: 'russet',
        message: (
          <Group justify="space-between" wrap="nowrap">
            <span>{message}</span>
            {how && (
              <Button variant="subtle" onClick={() => undo(how)}>
                Undo
              </Button>
            )}
          </Group>
        ),
      }),
    [undo],
  );
}

const toastOf = (how: Input<'undo'> | undefined): string | undefined => how && `undo ${how.action ?? how.id}`;
