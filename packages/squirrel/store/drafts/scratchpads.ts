import { as, json, type Store } from '@sqrl/base/sqlite/query.ts';
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

/** A session of an agent whose loop has Squirrel in it, as far as it is kept. */
export interface SdkSession {
  id: string;
  methodology: string;
  module: string | null;
  /** The names of the levels of work that it lies in, outermost first. */
  unit: readonly string[];
  plannedSteps: number | null;
  steps: number;
  /** Null while it goes on. */
  outcome: string | null;
  /** Its scratchpad. */
  state: unknown;
}

export const putSdkSession = (store: Store, session: SdkSession, now: number): void =>
  store.upsert('sdk_session', 'id', { ...session, state: JSON.stringify(session.state), updatedAt: now });

export function sdkSessionOf(store: Store, id: string): SdkSession | undefined {
  const found = store.row`select id, methodology, module, unit, planned_steps, steps, outcome, state
    from sdk_session where id = ${id}`;
  return found && as<SdkSession>({ unit: json, state: json })(found);
}

/** How many steps were planned and taken, on average, over the latest finished work. */
export interface StepAverages {
  module: string;
  methodology: string;
  plannedSteps: number;
  actualSteps: number;
  samples: number;
}

/** Sessions that tell how long such work takes now; older ones were another project's, as it were. */
const MAX_SAMPLES = 20;

/** The averages of the parts of the code that work was planned and finished in. Work that failed says nothing of how long it takes. */
export const stepAverages = (store: Store, methodology?: string): StepAverages[] =>
  store.rows`with latest as (
      select module, methodology, planned_steps, steps,
            row_number() over (partition by module, methodology order by updated_at desc, id) as place
        from sdk_session
       where outcome = 'success' and planned_steps > 0 and steps > 0 and module is not null
         and (${methodology} is null or methodology = ${methodology}))
    select module, methodology, avg(planned_steps) as plannedSteps, avg(steps) as actualSteps,
      count(*) as samples
      from latest where place <= ${MAX_SAMPLES} group by module, methodology order by module, methodology`;
