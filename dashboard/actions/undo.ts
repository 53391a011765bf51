import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useRef } from 'react';
import type { Input } from '../../src/protocol/verbs.ts';
import { useDo } from '../calls/verb.ts';
import { useMessage } from '../words/message.ts';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';

/** Takes back the last deed, or the one that is named, and says what came of it. */
export function useUndo(): (which?: Input<'undo'>) => void {
  const say = useWords(shellWords);
  const told = useMessage();
  const { mutate } = useDo('undo');
  return useCallback(
    (which = {}) =>
      mutate(which, {
        onSuccess: ({ deed, undone, left }) => {
          for (const tell of listeners) tell(undone.map(({ id }) => id));
          const rest = left[0] ? told(left[0].because) : '';
          const message = deed === null ? say('undo.nothing') : (undone[0]?.text ?? rest);
          notifications.show({
            title: deed === null ? undefined : say('undo.done'),
            message: message.slice(0, 140),
            color: 'gray',
          });
        },
        onError: ({ message, hint }) => notifications.show({ title: message, message: hint, color: 'red' }),
      }),
    [mutate, say, told],
  );
}

const listeners = new Set<(ids: readonly string[]) => void>();

/** Tells which memories are again as they were, for lists that have let go of them. */
export function useUndone(onUndone: (ids: readonly string[]) => void): void {
  const latest = useRef(onUndone);
  latest.current = onUndone;
  useEffect(() => {
    const tell = (ids: readonly string[]) => latest.current(ids);
    listeners.add(tell);
    return () => void listeners.delete(tell);
  }, []);
}
