import type { StepPlace } from '../events/observed-steps.ts';
import type { Store } from '../store.ts';

/** How far a session was observed, and what was seen until then. */
export interface Checkpoint extends StepPlace {
  rules: number;
  /** How many steps that was. */
  events: number;
  state: string;
}

/** The checkpoint of a session, where there is one. */
export function checkpointOf(store: Store, session: number): Checkpoint | undefined {
  const found = store
    .sql('select rules, at, offset, part, events, state from scratchpad where session = ?')
    .get(session);
  return found && ({ ...found } as unknown as Checkpoint);
}

/** Writes down how far a session was observed. */
export function putCheckpoint(store: Store, session: number, checkpoint: Checkpoint): void {
  const { rules, at, offset, part, events, state } = checkpoint;
  store
    .sql(
      `insert into scratchpad (session, rules, at, offset, part, events, state) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (session) do update set rules = excluded.rules, at = excluded.at, offset = excluded.offset,
         part = excluded.part, events = excluded.events, state = excluded.state`,
    )
    .run(session, rules, at, offset, part, events, state);
}

/** Forgets how far a session was observed. */
export function dropCheckpoint(store: Store, session: number): void {
  store.sql('delete from scratchpad where session = ?').run(session);
}

/** Whether nothing at or before a place awaits an episode: no event came in, moved or was tainted there. */
export const isUntouched = (store: Store, session: number, { at, offset, part }: StepPlace): boolean =>
  store
    .sql(
      `select 1 from event where session = ? and episode is null and at <= ? and (at, offset, part) <= (?, ?, ?) limit 1`,
    )
    .get(session, at, at, offset, part) === undefined;

/** The episodes of a session in order, each with how many events it has. */
export const sizesOfEpisodes = (store: Store, session: number): { id: string; events: number }[] =>
  store
    .sql('select id, events from episode where session = ? order by ordinal')
    .all(session)
    .map((found) => ({ ...found }) as unknown as { id: string; events: number });

/** How many events of a session lie behind a place. */
export const eventsBehind = (store: Store, session: number, { at, offset, part }: StepPlace): number =>
  store
    .sql('select count(*) as n from event where session = ? and (at, offset, part) > (?, ?, ?)')
    .get(session, at, offset, part)!.n as number;
