import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../calls/call.ts';
import { usePlace } from '../../calls/place.ts';
import type { Trouble } from '../../calls/trouble.ts';

/** Reading the code: how far it is, and what went wrong. */
export interface Reading {
  progress: { done: number; total: number; what: string } | undefined;
  trouble: Trouble | undefined;
  read(): Promise<void>;
  stop(): void;
}

/** Reads the code of the project on wish, and tells how far it has come. */
export function useReading(): Reading {
  const place = usePlace();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Reading['progress']>();
  const [trouble, setTrouble] = useState<Trouble>();
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
      setProgress({ done: 0, total: 0, what: '' });
      try {
        const onProgress = (done: number, total: number, what: string) => setProgress({ done, total, what });
        await call('graphIndex', { watch: false }, { place, signal, onProgress });
      } catch (error) {
        if (!signal.aborted) setTrouble(error as Trouble);
      } finally {
        setProgress(undefined);
        void queries.invalidateQueries();
      }
    },
  };
}
