import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { Row } from './memories.ts';

export interface Access {
  row: Row;
  at: number;
  way: 'get' | 'find';
  score: number | null;
  question: string | null;
}

/** Notes who looked at what, and when that was last; whether it was of use, outcomes tell. */
export function logAccess(store: Store, seen: readonly Access[]): void {
  const log = store.sql(
    'insert into access (memory, at, way, score, question) select id, ?, ?, ?, ? from memory where row = ?',
  );
  const use = store.sql(
    `insert into metrics (memory, last_used_at) select row, ? from memory where row = ?
     on conflict do update set last_used_at = max(ifnull(last_used_at, 0), excluded.last_used_at)`,
  );
  for (const { row, at, way, score, question } of seen) {
    log.run(at, way, score, question, row);
    use.run(at, row);
  }
}

/** Forgets looks older than a time; the counts in metrics stay. */
export function trimAccess(store: Store, before: number): void {
  store.run`delete from access where at < ${before}`;
}

export const looksAt = (store: Store, row: Row): Omit<Access, 'row'>[] =>
  store.rows`select at, way, score, question from access where memory = (select id from memory
    where row = ${row})
    order by at, row`;

/** Notes looks without counting them again: their counts came along with the memory. */
export function addMemoryLooks(store: Store, id: string, looks: readonly Omit<Access, 'row'>[]): void {
  const log = store.sql('insert into access (memory, at, way, score, question) values (?, ?, ?, ?, ?)');
  for (const { at, way, score, question } of looks) log.run(id, at, way, score, question);
}

/** Rows of memories that something was learned for from one time to another, the latest first. */
export const rowsLearned = (store: Store, { from, to }: { from: number; to: number }, limit: number): Row[] =>
  store.column`select memory as row, max(at) as last from evidence where at >= ${from} and at < ${to}
    group by memory order by last desc, memory desc limit ${limit}`;
