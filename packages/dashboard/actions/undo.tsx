import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useCallback } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { useDo } from '../calls/verb.ts';
import { counted } from '../words/say.ts';

/** Tells that something could not be done. */
export const tellTrouble = ({ message, hint }: CallError): void =>
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
    undone.length > 1
      ? counted(undone.length, 'memory', 'memories')
      : (undone[0]?.text ?? left[0]?.because ?? '');
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
