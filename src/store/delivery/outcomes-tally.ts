import { rowById } from '../memory/memories.ts';
import type { Store } from '../store.ts';

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
const COLUMNS = `memory, project, ${COUNTS.join()}, last_at`;
const PUT = `insert or replace into tally (${COLUMNS}) values (?, ?, ${'?, '.repeat(COUNTS.length)} ?)`;

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
  const found = store.sql(`select * from tally where memory = ? and project = ?`).get(memory, project);
  const old = (found as unknown as Tally | undefined) ?? NO_TALLY;
  store.sql(PUT).run(memory, project, ...COUNTS.map((count) => tally[count]), tally.lastAt);
  store
    .sql(
      `insert into metrics (memory, opportunities, uses, regret_hits, regret_saved, last_used_at)
       values (?1, max(0, ?2), max(0, ?3), max(0, ?4), max(0, ?5), ?6)
       on conflict do update set opportunities = max(0, opportunities + ?2), uses = max(0, uses + ?3),
         regret_hits = max(0, regret_hits + ?4), regret_saved = max(0, round(regret_saved + ?5, 6)),
         last_used_at = nullif(max(ifnull(last_used_at, 0), ifnull(?6, 0)), 0)`,
    )
    .run(
      row,
      ...(['opportunities', 'uses', 'hits', 'saved'] as const).map((count) => tally[count] - old[count]),
      lastUsedAt,
    );
}

/** What each memory came to in all projects, by its id; or only what one did. */
export const tallies = (store: Store, memory: string | null = null): Map<string, Tally> =>
  new Map(
    store
      .sql(
        `select memory, ${COUNTS.map((count) => `sum(${count}) as ${count}`).join()}, max(last_at) as lastAt
           from tally where ?1 is null or memory = ?1 group by memory`,
      )
      .all(memory)
      .map(({ memory, ...tally }) => [memory as string, tally as unknown as Tally]),
  );

/** Takes along what a memory came to when it moves to another store with its metrics. */
export function copyTallies(from: Store, to: Store, memory: string): void {
  for (const row of from.sql(`select ${COLUMNS} from tally where memory = ?`).all(memory))
    to.sql(PUT).run(...Object.values(row));
}

/** How often a memory was delivered here since a time. */
export const deliveriesSince = (store: Store, memory: string, since: number): number =>
  store
    .sql(
      `select count(*) as n from injection_memory join injection on injection.row = injection_memory.injection
        where injection_memory.memory = ? and shown = 1 and at > ?`,
    )
    .get(memory, since)!.n as number;

/** Ids of memories that were delivered here. */
export const deliveredMemories = (store: Store): string[] =>
  store
    .sql('select distinct memory from injection_memory')
    .all()
    .map(({ memory }) => memory as string);

/** How often a memory was looked up by its id since a time. */
export const looksSince = (store: Store, memory: string, since: number): number =>
  store
    .sql(`select count(*) as n from access where memory = ? and way = 'get' and at > ?`)
    .get(memory, since)!.n as number;
