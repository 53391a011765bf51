import { WEEK_MS } from '@sqrl/base/durations.ts';
import { fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { dropMark, marksOf, setMark } from '../marks.ts';
import { rowById } from '../memory/memories.ts';

/** What outcomes in one project come to for a memory. */
export interface Tally {
  opportunities: number;
  /** Of these, those before which it had been told. */
  chances: number;
  uses: number;
  hits: number;
  misses: number;
  saved: number;
  /** How often it was delivered or looked up, since it was last corrected. */
  accesses: number;
  /** Of the last opportunity. */
  lastAt: number | null;
}

export const NO_TALLY: Tally = {
  opportunities: 0,
  chances: 0,
  uses: 0,
  hits: 0,
  misses: 0,
  saved: 0,
  accesses: 0,
  lastAt: null,
};

const COUNTS = ['opportunities', 'chances', 'uses', 'hits', 'misses', 'saved', 'accesses'] as const;
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
  new Map(
    store.rows<Tally & { memory: string }>`select memory,
      ${raw(COUNTS.map((count) => `sum(${count}) as ${count}`).join())}, max(last_at)
        as lastAt
      from tally where ${memory} is null or memory = ${memory} group by memory`.map(
      ({ memory, ...tally }) => [memory, tally],
    ),
  );

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

export interface Span {
  id: string;
  startedAt: number;
  endedAt: number;
}

/** Sessions whose outcomes are to be found out again, oldest first. */
export const unjudgedSessions = (store: Store): number[] =>
  store.column`select session.row as session from mark join session on session.row = mark.name
    where mark.kind = 'unjudged' order by began_at, session.row`;

export const markJudged = (store: Store, session: number): void => dropMark(store, 'unjudged', session);

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
