import { markNames, setMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** Since when a session has events that no episode accounts for; undefined where each has its own. */
export function unsettledSince(store: Store, session: number): number | undefined {
  const found = store.row<{
    at: number | null;
    n: number;
  }>`select min(at) as at, count(*) as n from event where session = ${session} and episode is null`!;
  const kept = store.row<{
    there: number;
    counted: number;
  }>`select (select count(*) from event where session = ${session}) as there,
    (select ifnull(sum(events), 0) from episode where session = ${session}) as counted`!;
  // An event has left for another session, and took its mark along.
  if (kept.there !== kept.counted + found.n) return Number.MIN_SAFE_INTEGER;
  return found.at ?? undefined;
}

/** Notes which episode these events belong to. */
export function setEpisode(store: Store, events: readonly number[], episode: number): void {
  store.run`update event set episode = ${episode} where row in (select value from json_each(${events}))`;
}

/** Asks for a cut: what comes later than this time begins a new episode. */
export const addFlush = (store: Store, at: number): void => setMark(store, 'flush', at);

/** The times at which a cut was requested, from a time on. */
export const flushesSince = (store: Store, at: number): number[] =>
  markNames<number>(store, 'flush').filter((each) => each >= at);

/** Sessions in which something happened later than a time. */
export const sessionsBeyond = (store: Store, at: number): number[] =>
  store.column`select row from session where exists (select 1 from event where session = session.row
    and at > ${at})`;
