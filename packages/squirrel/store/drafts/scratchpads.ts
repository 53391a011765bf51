import { as, json, type Store } from '@sqrl/base/sqlite/query.ts';

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
export type StepAverages = Record<'module' | 'methodology', string> &
  Record<'plannedSteps' | 'actualSteps' | 'samples', number>;

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
