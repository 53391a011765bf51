import { WEEK_MS } from '@sqrl/base/durations.ts';
import { as, flag, fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { dropMark, marksOf, setMark } from '../marks.ts';
import { rowById } from '../memory/memories.ts';

const COUNTS = ['opportunities', 'chances', 'uses', 'hits', 'misses', 'saved', 'accesses'] as const;

/**
 * What outcomes in one project come to for a memory; chances are the opportunities before which it had been told, accesses how
 * often it was delivered or looked up since it was last corrected. The time is that of the last opportunity.
 */
export type Tally = Record<(typeof COUNTS)[number], number> & { lastAt: number | null };

export const NO_TALLY: Tally = {
  ...{ opportunities: 0, chances: 0, uses: 0, hits: 0, misses: 0, saved: 0, accesses: 0 },
  lastAt: null,
};

/**
 * Writes what a project's outcomes come to for a memory into the memory's own store, and brings its metrics along by
 * what that changes: what they hold besides, as from an import, stays.
 */
export function putTally(
  store: Store,
  {
    memory,
    project,
    tally,
    lastUsedAt,
  }: { memory: string; project: string; tally: Tally; lastUsedAt: number | null },
): void {
  const row = rowById(store, memory);
  if (row === undefined) return;
  const old =
    store.row<Tally>`select * from tally where memory = ${memory} and project = ${project}` ?? NO_TALLY;
  store.put('tally', { memory, project, ...tally });
  const { opportunities, uses, hits, saved } = tally;
  const more = [
    opportunities - old.opportunities,
    uses - old.uses,
    hits - old.hits,
    saved - old.saved,
  ] as const;
  store.run`insert into metrics (memory, opportunities, uses, regret_hits, regret_saved, last_used_at)
    values (${row}, max(0, ${more[0]}), max(0, ${more[1]}), max(0, ${more[2]}), max(0, ${more[3]}),
      ${lastUsedAt})
    on conflict do update
      set opportunities = max(0, opportunities + ${more[0]}), uses = max(0, uses + ${more[1]}),
      regret_hits = max(0, regret_hits + ${more[2]}), regret_saved = max(0, round(regret_saved + ${more[3]},
        6)),
      last_used_at = nullif(max(ifnull(last_used_at, 0), ifnull(${lastUsedAt}, 0)), 0)`;
}

/** What each memory came to in all projects, by its id; or only what one did. */
export const tallies = (store: Store, memory: string | null = null): Map<string, Tally> =>
  store.keyed`select memory, ${raw(COUNTS.map((count) => `sum(${count}) as ${count}`).join())}, max(last_at) as lastAt
    from tally where ${memory} is null or memory = ${memory} group by memory`;

/** Takes along what a memory came to when it moves to another store with its metrics. */
export function copyTallies(from: Store, to: Store, memory: string): void {
  for (const row of from.rows`select * from tally where memory = ${memory}`) to.put('tally', row);
}

export const deliveriesSince = (store: Store, memory: string, since: number): number =>
  store.value`select count(*) as n from injection_memory
    join injection on injection.row = injection_memory.injection
    where injection_memory.memory = ${memory} and shown = 1 and at > ${since}`;

export const deliveredMemories = (store: Store): string[] =>
  store.column`select distinct memory from injection_memory`;

export const looksSince = (store: Store, memory: string, since: number): number =>
  store.value`select count(*) as n from access where memory = ${memory} and way = 'get' and at > ${since}`;

/** Sessions whose outcomes are to be found out again, oldest first. */
export const unjudgedSessions = (store: Store): number[] =>
  store.column`select session.row as session from mark join session on session.row = mark.name
    where mark.kind = 'unjudged' order by began_at, session.row`;

export const markJudged = (store: Store, session: number): void => dropMark(store, 'unjudged', session);

export type Span = { id: string } & Record<'startedAt' | 'endedAt', number>;

export const spansOf = (store: Store, session: number): Span[] =>
  store.rows`select id, started_at, ended_at from episode where session = ${session} order by ordinal`;

/** Sessions with episodes that ended after a time: all, or those in which a file was touched or a program run. */
export function sessionsSince(
  store: Store,
  since: number,
  only?: { files: readonly string[]; programs: readonly string[] },
): number[] {
  // None lasts a week; the index is on where they begin.
  const recent = fragment`select distinct session from episode
    where started_at > ${since - WEEK_MS} and ended_at > ${since}`;
  if (!only) return store.column`${recent}`;
  const found = new Set<number>();
  for (const path of only.files)
    for (const session of store.column<number>`select distinct event.session from file
      join touch on touch.file = file.row join event on event.row = touch.event
      where file.path = ${path} and touch.at > ${since}`)
      found.add(session);
  for (const program of only.programs)
    for (const session of store.column<number>`select distinct session from event
      where session in (${recent}) and kind = 'result' and tool = 'run' and at > ${since}
        and instr(command, ${program}) > 0`)
      found.add(session);
  return [...found].sort((a, b) => a - b);
}

export const sessionsTold = (store: Store, memory: string): number[] =>
  store.column`select distinct session.row from injection_memory
    join injection on injection.row = injection_memory.injection
    join session on session.client = injection.client and session.id = injection.session
    where injection_memory.memory = ${memory}`;

export const nameOfSession = (store: Store, session: number): { client: string; id: string } | undefined =>
  store.row`select client, id from session where row = ${session}`;

/** Memories whose outcomes are known, with the hash of what decided when they apply. */
export const judgedMemories = (store: Store): Map<string, string> =>
  new Map(marksOf<string, string>(store, 'judged'));

/** Notes that the outcomes of a memory are known; without a hash, that they no longer are. */
export function setJudged(store: Store, memory: string, hash: string | null): void {
  if (hash === null) dropMark(store, 'judged', memory);
  else setMark(store, 'judged', memory, hash);
}

/** What a memory came to in an episode in which it could have applied. */
export interface MemoryOutcome {
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

/**
 * Better are uses in episodes that went better than the mean. Warned counts deliveries after which the failure could have come,
 * misses those after which it did, late those with the step that failed, after which it was followed. Unwarned are occasions on
 * which it was not delivered; the failure came then, or came again. The times are those of the last opportunity and the last use.
 */
export type OutcomeCounts = Record<
  | ('opportunities' | 'chances' | 'uses' | 'better' | 'saved')
  | ('warned' | 'misses' | 'late' | 'unwarned' | 'came' | 'again'),
  number
> &
  Record<'lastAt' | 'lastUsedAt', number | null>;

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
