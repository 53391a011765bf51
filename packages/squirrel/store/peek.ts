import { existsSync } from 'node:fs';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { connectForReading } from './read-only.ts';

export interface StoreSummary {
  memories: number;
  needsReview: number;
  sessions: number;
  lastAt: number | null;
}

/** Counts what a store holds that is not open here, without changing anything in it; or says why it cannot. */
export function peek(path: string): StoreSummary | string {
  if (!existsSync(path)) return { memories: 0, needsReview: 0, sessions: 0, lastAt: null };
  try {
    using db = connectForReading(path);
    return { ...db.prepare(COUNTS).get()! } as unknown as StoreSummary;
  } catch (error) {
    return `Cannot read ${path}: ${(error as Error).message}`;
  }
}

export const countsOf = (store: Store): StoreSummary =>
  ({ ...store.sql(COUNTS).get()! }) as unknown as StoreSummary;

// What every version of a store can tell of itself.
const COUNTS = `
  select count(*) filter (where status <> 'deprecated') as memories,
         count(*) filter (where status <> 'deprecated' and needs_review) as needsReview,
         (select count(*) from session where client not in ('git', 'ci')) as sessions,
         (select max(ended_at) from episode) as lastAt
    from memory`;
