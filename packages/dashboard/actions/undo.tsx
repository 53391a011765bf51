import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useCallback } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { useDo } from '../calls/verb.ts';
import { counted } from '../words/say.ts';
import { toldTrouble } from '../words/trouble.ts';

/** Takes back the last action, or the one that is named, and says what came of it. */
export function useUndo(): (which?: Input<'undo'>) => void {
  const { mutateAsync } = useDo('undo');
  return useCallback(
    (which = {}) => {
      const done = ({ action, undone, left }: Output<'undo'>) => {
        // Its own offer to undo it has no use any more.
        for (const how of [{ action: action ?? undefined }, ...undone.map(({ id }) => ({ id }))])
          notifications.hide(toastOf(how) ?? '');
        const rest = left[0] ? left[0].because : '';
        const message =
          action === null
            ? 'Nothing to undo.'
            : undone.length > 1
              ? counted(undone.length, 'memory', 'memories')
              : (undone[0]?.text ?? rest);
        notifications.show({
          title: action === null ? undefined : 'Undone',
          message: message.slice(0, 140),
          color: 'gray',
        });
      };
      const failed = (trouble: CallError) => {
        const { message, hint } = toldTrouble(trouble);
        notifications.show({
          title: message,
          message: hint,
          color: 'red',
        });
      };
      // As a promise: what offered it, a decided row of a list, may be gone by then.
      mutateAsync(which).then(done, failed);
    },
    [mutateAsync],
  );
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
