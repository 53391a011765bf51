import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from './call.ts';
import type { CallError } from './trouble.ts';
import { usePlace } from './verb.ts';

/** How far long work has come; a total of nought while nobody knows. */
export interface CallProgress {
  done: number;
  total: number;
  /** Null while nothing is known. */
  what: string | null;
}

/** Work that takes a while: how far it is, what came of it, and how to end it early. */
export interface LongCall<V extends Verb> {
  progress: CallProgress | undefined;
  result: Output<V> | undefined;
  trouble: CallError | undefined;
  run(input: Input<V>, place?: CallScope): Promise<Output<V> | undefined>;
  stop(): void;
}

/** A verb that takes a while, with its progress; everything that is shown is asked for anew afterwards. */
export function useLong<V extends Verb>(verb: V): LongCall<V> {
  const chosen = usePlace();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<CallProgress>();
  const [result, setResult] = useState<Output<V>>();
  const [trouble, setTrouble] = useState<CallError>();
  const ending = useRef<AbortController>(undefined);
  const run = useCallback(
    async (input: Input<V>, place: CallScope = chosen) => {
      const end = new AbortController();
      ending.current = end;
      setTrouble(undefined);
      setResult(undefined);
      setProgress({ done: 0, total: 0, what: null });
      try {
        const onProgress: OnProgress = (done, total, what) => setProgress({ done, total, what });
        const came = await call(verb, input, { place, signal: end.signal, onProgress });
        setResult(() => came);
        return came;
      } catch (error) {
        if (!end.signal.aborted) setTrouble(error as CallError);
        return undefined;
      } finally {
        setProgress(undefined);
        void queries.invalidateQueries();
      }
    },
    [chosen, queries, verb],
  );
  const stop = useCallback(() => ending.current?.abort(), []);
  return { progress, result, trouble, run, stop };
}
