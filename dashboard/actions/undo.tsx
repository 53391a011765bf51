import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import type { Input, Output } from '../../src/protocol/verbs.ts';
import type { CallError } from '../calls/trouble.ts';
import { useDo } from '../calls/verb.ts';
import { useMessage } from '../words/message.ts';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import { useTrouble } from '../words/trouble.ts';

/** Takes back the last action, or the one that is named, and says what came of it. */
export function useUndo(): (which?: Input<'undo'>) => void {
  const say = useWords(shellWords);
  const told = useMessage();
  const tellTrouble = useTrouble();
  const { mutateAsync } = useDo('undo');
  return useCallback(
    (which = {}) => {
      const done = ({ action, undone, left }: Output<'undo'>) => {
        // Its own offer to undo it has no use any more.
        for (const how of [{ action: action ?? undefined }, ...undone.map(({ id }) => ({ id }))])
          notifications.hide(toastOf(how) ?? '');
        const rest = left[0] ? told(left[0].because) : '';
        const message =
          action === null
            ? say('undo.nothing')
            : undone.length > 1
              ? say('undo.many', { n: undone.length })
              : (undone[0]?.text ?? rest);
        notifications.show({
          title: action === null ? undefined : say('undo.done'),
          message: message.slice(0, 140),
          color: 'gray',
        });
      };
      const failed = (trouble: CallError) => {
        const { message, said, hint } = tellTrouble(trouble);
        notifications.show({
          title: message,
          message: [said, hint].filter(Boolean).join(' '),
          color: 'red',
        });
      };
      // As a promise: what offered it, a decided row of a list, may be gone by then.
      mutateAsync(which).then(done, failed);
    },
    [mutateAsync, say, told, tellTrouble],
  );
}

/** Tells what was done, with the offer to undo it; `autoClose` is how long in milliseconds, where it is not the usual. */
export function useActionToast(): (
  message: string,
  how: Input<'undo'> | undefined,
  autoClose?: number,
) => void {
  const say = useWords(shellWords);
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
                {say('undo.do')}
              </Button>
            )}
          </Group>
        ),
      }),
    [say, undo],
  );
}

/** The name of the note that offers to undo something. */
const toastOf = (how: Input<'undo'> | undefined): string | undefined => how && `undo ${how.action ?? how.id}`;
