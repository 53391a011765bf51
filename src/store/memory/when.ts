import type { Store } from '../store.ts';
import type { Row } from './memories.ts';

/** Rows of memories that something was learned for from one time to another, the latest first. */
export const rowsLearned = (store: Store, { from, to }: { from: number; to: number }, limit: number): Row[] =>
  store.column`select memory as row, max(at) as last from evidence where at >= ${from} and at < ${to}
    group by memory order by last desc, memory desc limit ${limit}`;
