import type { Store } from '../store.ts';
import type { Row } from './memories.ts';

/** Rows of memories that something was learned for from one time to another, the latest first. */
export const rowsLearned = (store: Store, { from, to }: { from: number; to: number }, limit: number): Row[] =>
  store
    .sql(
      `select memory as row, max(at) as last from evidence where at >= ? and at < ?
        group by memory order by last desc, memory desc limit ?`,
    )
    .all(from, to, limit)
    .map(({ row }) => row as Row);
