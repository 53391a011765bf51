import { raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
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
