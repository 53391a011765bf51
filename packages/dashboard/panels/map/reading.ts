import type { OnProgress } from '@sqrl/base/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../calls/call.ts';
import type { CallProgress } from '../../calls/long.ts';
import { usePlace } from '../../calls/place.ts';
import type { CallError } from '../../calls/trouble.ts';

/** Reading the code: how far it is, and what went wrong. */
export interface CodeReadingProgress {
  progress: CallProgress | undefined;
  trouble: CallError | undefined;
  read(): Promise<void>;
  stop(): void;
}

/** Reads the code of the project on wish, and tells how far it has come. */
export function useReading(): CodeReadingProgress {
  const place = usePlace();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<CodeReadingProgress['progress']>();
  const [trouble, setTrouble] = useState<CallError>();
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  return {
    progress,
    trouble,
    stop: () => stopper.current?.abort(),
    async read() {
      const stopping = new AbortController();
      const { signal } = stopping;
      stopper.current = stopping;
      setTrouble(undefined);
      setProgress({ done: 0, total: 0, what: null });
      try {
        const onProgress: OnProgress = (done, total, what) => setProgress({ done, total, what });
        await call('graphIndex', { watch: false }, { place, signal, onProgress });
      } catch (error) {
        if (!signal.aborted) setTrouble(error as CallError);
      } finally {
        setProgress(undefined);
        void queries.invalidateQueries();
      }
    },
  };
}
