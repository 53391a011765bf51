import type { Client } from '../../model/event.ts';
import type { Store } from '../store.ts';

/** What happened in a store since a time, in numbers. */
export interface DayCounts {
  /** Memories that came by themselves, and those that were changed. */
  learned: number;
  changed: number;
  sessions: number;
  /** Deliveries that were shown, and their tokens. */
  told: number;
  tokens: number;
}

/** Counts what happened since a time. */
export const countsSince = (store: Store, since: number): DayCounts =>
  store.row`select
    (select count(*) from memory where created_at >= ${since} and source <> 'user_taught'
      and status <> 'deprecated') as learned,
    (select count(*) from memory where updated_at >= ${since} and created_at < ${since}) as changed,
    (select count(*) from session where client not in ('git', 'ci') and began_at >= ${since}) as sessions,
    (select count(*) from injection where shown = 1 and at >= ${since}) as told,
    (select ifnull(sum(tokens), 0) from injection where shown = 1 and at >= ${since}) as tokens`!;

/** What all memories of a store came to. */
export const countHits = (store: Store): { hits: number; uses: number } =>
  store.row`select ifnull(sum(regret_hits), 0) as hits, ifnull(sum(uses), 0) as uses from metrics`!;

/** What was read of each client's logs, and when something last happened in them. */
export const clientsRead = (
  store: Store,
): { client: Client; logs: number; events: number; lastAt: number | null }[] =>
  store.rows`select client, count(*) as logs, sum(events) as events, max(last_at) as lastAt from reading
    group by client order by lastAt desc`;
