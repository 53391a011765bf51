import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useCallback } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { useDo } from '../calls/verb.ts';
import { counted, number } from '../words/say.ts';

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

export const askOf = (action: MemoryActionName, n: number): string =>
  `${nameOf(action)} ${n === 1 ? 'this memory' : `${number(n)} memories`}?`;

function didOf(action: MemoryActionName, n: number): string {
  const [, did, one, several] = ACTIONS[action];
  return n === 1 ? did + one : `${number(n)} memories ${did.toLowerCase()}${several}`;
}

/** These memories, or all that a filter lets through. */
export type BulkTarget = Pick<Input<'bulk'>, 'ids' | 'same' | 'filter' | 'expected'>;

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

/** The name of the note that offers to undo something. */
const toastOf = (how: Input<'undo'> | undefined): string | undefined => how && `undo ${how.action ?? how.id}`;
