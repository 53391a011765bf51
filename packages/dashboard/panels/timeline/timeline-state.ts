import { CLIENTS, type Client } from '@sqrl/base/model/event.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { type AddressChange, useAddress } from '../../app/address.ts';

type SessionStatus = NonNullable<NonNullable<Input<'timeline'>>['statuses']>[number];

export const STATUSES = [
  'completed',
  'failed',
  'paused',
  'active',
] as const satisfies readonly SessionStatus[];
/** Which steps of a session are shown. */
const PARTS = ['all', 'said', 'done'] as const;
export type TimelineTab = (typeof PARTS)[number];

/** Which sessions are wanted, or which step of which one, as the address says it. */
export interface TimelineState {
  client: Client | undefined;
  status: SessionStatus | undefined;
  hard: boolean;
  /** Words that were said in the sessions. */
  words: string;
  /** The latest day that is shown, as 2026-11-17; undefined for today. */
  day: string | undefined;
  page: number;
  /** The session that is replayed, and the step. */
  session: string | undefined;
  /** Undefined where the address names none: then it is the cited one, or the first. */
  step: number | undefined;
  /** The step that an answer cites, by the first digits of its id. */
  event: string | undefined;
  part: TimelineTab;
  /** Which sessions are wanted has been narrowed. */
  narrowed: boolean;
  set(change: AddressChange, options?: { replace?: boolean }): void;
}

/** Reads what is wanted from the address, and writes it there. */
export function useTimelineState(): TimelineState {
  const [params, set] = useAddress();
  return useMemo(() => {
    const number = (key: string) => Math.max(0, Math.trunc(Number(params.get(key)) || 0));
    return {
      client: CLIENTS.find((client) => client === params.get('client')),
      status: STATUSES.find((status) => status === params.get('status')),
      hard: params.has('hard'),
      words: params.get('q') ?? '',
      day: /^\d{4}-\d\d-\d\d$/.exec(params.get('day') ?? '')?.[0],
      page: number('page'),
      session: params.get('s') ?? undefined,
      step: params.has('i') ? number('i') : undefined,
      event: params.get('event') ?? undefined,
      part: PARTS.find((part) => part === params.get('part')) ?? 'all',
      narrowed: ['client', 'status', 'hard', 'q', 'day'].some((name) => params.has(name)),
      set,
    };
  }, [params, set]);
}
