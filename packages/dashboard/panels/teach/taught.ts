import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useCallback, useRef, useState } from 'react';
import type { CallError } from '../../calls/trouble.ts';
import { useDo } from '../../calls/verb.ts';

/** Something that was taught in this visit. */
export interface TaughtOne
  extends Pick<Output<'remember'>, 'id' | 'did' | 'memory' | 'superseded' | 'redacted'> {
  review: string | null;
  /** Only what was new can go as if it had never been said. */
  mayUndo: boolean;
  undone: boolean;
}

export interface TaughtList {
  /** The latest first. */
  list: readonly TaughtOne[];
  teach(rule: Input<'remember'>, onDone: () => void): void;
  /** Forgets it again; what it had taken the place of holds again. */
  undo(id: string): void;
  busy: boolean;
  trouble: CallError | null;
}

/** Teaches rules and takes them back. */
export function useTaught(): TaughtList {
  const [list, setList] = useState<readonly TaughtOne[]>([]);
  const remember = useDo('remember');
  const forget = useDo('forget');
  const undoing = useRef(new Set<string>());
  const { mutate: doRemember } = remember;
  const { mutate: doForget } = forget;
  const teach = useCallback(
    (rule: Input<'remember'>, onDone: () => void) =>
      doRemember(rule, {
        onSuccess(came) {
          const one = { ...came, review: came.review ?? null, mayUndo: came.did === 'added', undone: false };
          setList((now) => [one, ...now.filter(({ id }) => id !== came.id)]);
          onDone();
        },
      }),
    [doRemember],
  );
  const undo = useCallback(
    (id: string) => {
      if (undoing.current.has(id)) return;
      undoing.current.add(id);
      doForget(
        { ids: [id] },
        {
          onSuccess: () =>
            setList((now) => now.map((one) => (one.id === id ? { ...one, undone: true } : one))),
          onError: () => undoing.current.delete(id),
        },
      );
    },
    [doForget],
  );
  return { list, teach, undo, busy: remember.isPending, trouble: remember.error ?? forget.error };
}
