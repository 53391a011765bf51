import type { Store } from '../store.ts';

/** What people said last to their agents, the newest first. */
export const latestPrompts = (store: Store, limit: number): string[] =>
  store.column<string>`select text from event where kind = 'prompt' and agent is null order by at desc, row desc
    limit ${limit}`;
