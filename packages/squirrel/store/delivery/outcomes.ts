import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';

/** What a memory came to in an episode in which it could have applied. */
export interface MemoryOutcome {
  /** The memory's id. */
  memory: string;
  /** The episode's id. */
  episode: string;
  at: number;
  /** From before it was learned: it tells only how often the failure comes by itself. */
  before: boolean;
  /** It had been told when it could have applied: a chance to be used. */
  delivered: boolean;
  used: boolean;
  /** Whether the failure it warns of came; null where it warns of none, or there was no occasion. */
  failure: FailureOutcome | null;
  why: string;
}

/** Signs that an agent followed a memory, as the reasons of its outcome name them. */
export const AVOIDED = 'the agent did not do what it warns of';
export const CITED = 'a reply cites it';

/**
 * came again: several times, without a warning; not again: with the very step at which the warning came, which no
 * client lets it stop, and then no more.
 */
export type FailureOutcome = 'came' | 'came again' | 'not again' | 'did not come';

/** Makes these the outcomes of a session: all of them, or those of some memories. Gives the ids of memories it changed. */
export function replaceOutcomes(
  store: Store,
  session: number,
  outcomes: readonly MemoryOutcome[],
  only?: ReadonlySet<string>,
): Set<string> {
  const touched = new Set<string>();
  const old = new Map(
    store.rows`select ${raw(COLUMNS.join())} from outcome where session = ${session}`
      .filter(({ memory }) => !only || only.has(memory as string))
      .map((found) => [keyOf(found as unknown as MemoryOutcome), Object.values(found)]),
  );
  const put = store.sql(
    `insert or replace into outcome (${COLUMNS.join()}, session, saved) values (${'?, '.repeat(COLUMNS.length)} ?, 0)`,
  );
  for (const outcome of outcomes) {
    const values = valuesOf(outcome);
    const known = old.get(keyOf(outcome));
    old.delete(keyOf(outcome));
    if (known?.every((value, i) => value === values[i])) continue;
    touched.add(outcome.memory);
    put.run(...values, session);
  }
  for (const [memory, episode] of old.values()) {
    touched.add(memory as string);
    store.run`delete from outcome where memory = ${memory} and episode = ${episode}`;
  }
  return touched;
}

const COLUMNS = ['memory', 'episode', 'at', 'before', 'delivered', 'used', 'failure', 'why'] as const;

const keyOf = ({ memory, episode }: Pick<MemoryOutcome, 'memory' | 'episode'>) => `${memory} ${episode}`;

const valuesOf = (outcome: MemoryOutcome): (string | number | null)[] =>
  COLUMNS.map((column) => {
    const value = outcome[column];
    return typeof value === 'boolean' ? Number(value) : value;
  });

export const outcomesOf = (store: Store, memory: string, limit = -1): (MemoryOutcome & { saved: number })[] =>
  store.rows`select ${raw(COLUMNS.join())}, saved from outcome where memory = ${memory} and before = 0
    order by at desc, episode limit ${limit}`.map(as({ before: flag, delivered: flag, used: flag }));

export function removeOutcomes(store: Store, memory: string): void {
  store.run`delete from outcome where memory = ${memory}`;
}

/**
 * Writes down what each use has saved, given what an opportunity costs on average and how much errors and retries weigh.
 * Gives the ids of memories for which that is another amount than before.
 */
export function weighUses(store: Store, weights: { errors: number; retries: number }): Set<string> {
  const mean = store.row<{
    errors: number;
    retries: number;
  }>`select ifnull(avg(errors), 0) as errors, ifnull(avg(retry_loops), 0) as retries from episode
    where exists (select 1 from outcome where outcome.episode = episode.id and before = 0)`!;
  const changed = store.rows`with weighed as (
      select outcome.memory, outcome.episode,
             round(${weights.errors} * max(0, ${mean.errors} - errors) + ${weights.retries} * max(0,
               ${mean.retries} - retry_loops), 6) as saved
        from outcome join episode on episode.id = outcome.episode where used = 1 and before = 0
          -- That an agent cites a memory shows that it read it, and not that it saved anything.
          and instr(why, ${CITED}) = 0)
    update outcome set saved = weighed.saved from weighed
     where outcome.memory = weighed.memory and outcome.episode = weighed.episode
       and outcome.saved <> weighed.saved
     returning memory`;
  return new Set(changed.map(({ memory }) => memory as string));
}

export interface OutcomeCounts {
  opportunities: number;
  chances: number;
  uses: number;
  /** Uses in episodes that went better than the mean. */
  better: number;
  saved: number;
  /** Deliveries after which the failure could have come, and after which it did. */
  warned: number;
  misses: number;
  /** Deliveries with the step that failed, after which it was followed. */
  late: number;
  /** Occasions on which it was not delivered, how often the failure came then, and how often more than once. */
  unwarned: number;
  came: number;
  again: number;
  /** Of the last opportunity, and of the last use. */
  lastAt: number | null;
  lastUsedAt: number | null;
}

export const countOutcomes = (store: Store, memory: string): OutcomeCounts =>
  store.row`select count(*) filter (where before = 0) as opportunities,
    count(*) filter (where before = 0 and delivered) as chances,
    count(*) filter (where used) as uses,
    count(*) filter (where used and saved > 0) as better,
    round(ifnull(sum(saved), 0), 6) as saved,
    count(*) filter (where delivered and failure in ('came', 'did not come')) as warned,
    count(*) filter (where delivered and failure = 'came') as misses,
    count(*) filter (where delivered and failure = 'not again') as late,
    count(*) filter (where not delivered and failure is not null) as unwarned,
    count(*) filter (where not delivered and failure in ('came', 'came again')) as came,
    count(*) filter (where not delivered and failure = 'came again') as again,
    max(at) filter (where before = 0) as lastAt,
    max(at) filter (where used) as lastUsedAt
    from outcome where memory = ${memory}`!;
