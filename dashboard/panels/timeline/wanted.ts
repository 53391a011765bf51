import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { CLIENTS, type Client } from '../../../src/model/event.ts';
import type { Input } from '../../../src/protocol/verbs.ts';

type Status = NonNullable<NonNullable<Input<'timeline'>>['statuses']>[number];

export const STATUSES = ['completed', 'failed', 'paused', 'active'] as const satisfies readonly Status[];
/** Which steps of a session are shown. */
export const PARTS = ['all', 'said', 'done'] as const;
export type Part = (typeof PARTS)[number];

/** Which sessions are wanted, or which step of which one, as the address says it. */
export interface Wanted {
  client: Client | undefined;
  status: Status | undefined;
  hard: boolean;
  page: number;
  /** The session that is replayed, and the step. */
  session: string | undefined;
  step: number;
  part: Part;
  /** Changes some of it; `undefined` takes something away. */
  set(change: Partial<Record<Key, string | undefined>>, keep?: 'push' | 'replace'): void;
}

type Key = 'client' | 'status' | 'hard' | 'page' | 's' | 'i' | 'part';

/** Reads what is wanted from the address, and writes it there. */
export function useWanted(): Wanted {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const number = (key: Key) => Math.max(0, Math.trunc(Number(params.get(key)) || 0));
    return {
      client: CLIENTS.find((client) => client === params.get('client')),
      status: STATUSES.find((status) => status === params.get('status')),
      hard: params.has('hard'),
      page: number('page'),
      session: params.get('s') ?? undefined,
      step: number('i'),
      part: PARTS.find((part) => part === params.get('part')) ?? 'all',
      set: (change, keep = 'push') =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before);
            for (const [key, value] of Object.entries(change))
              if (value === undefined) next.delete(key);
              else next.set(key, value);
            return next;
          },
          { replace: keep === 'replace' },
        ),
    };
  }, [params, setParams]);
}
