import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { StepPlace } from '../events/steps.ts';

/** How far a session was observed, and what was seen until then. */
export interface Checkpoint extends StepPlace {
  rules: number;
  /** How many steps that was. */
  events: number;
  state: string;
}

export function checkpointOf(store: Store, session: number): Checkpoint | undefined {
  return store.row`select rules, at, offset, part, events, state from scratchpad
    where session = ${session}`;
}

export function putCheckpoint(store: Store, session: number, checkpoint: Checkpoint): void {
  const { rules, at, offset, part, events, state } = checkpoint;
  store.upsert('scratchpad', 'session', { session, rules, at, offset, part, events, state });
}

export function dropCheckpoint(store: Store, session: number): void {
  store.run`delete from scratchpad where session = ${session}`;
}

/** Whether nothing at or before a place awaits an episode: no event came in, moved or was tainted there. */
export const isUntouched = (store: Store, session: number, { at, offset, part }: StepPlace): boolean =>
  store.row`select 1 from event where session = ${session} and episode is null and at <= ${at} and (at,
    offset, part) <= (${at}, ${offset}, ${part}) limit 1` === undefined;

export const sizesOfEpisodes = (store: Store, session: number): { id: string; events: number }[] =>
  store.rows`select id, events from episode where session = ${session} order by ordinal`;

/** How many events of a session lie behind a place. */
export const eventsBehind = (store: Store, session: number, { at, offset, part }: StepPlace): number =>
  store.value`select count(*) as n from event where session = ${session}
    and (at, offset, part) > (${at}, ${offset}, ${part})`;
