import { hash } from 'node:crypto';
import type { Store } from '../store.ts';

/** A mark that changes with whatever in a store decides over drafts besides themselves; learned memories do not. */
export function markOfStore(store: Store, model: string, isLearned: (id: string) => boolean): string {
  const residents =
    store.rows`select id, type, status, hash, key, polarity, verified, pinned, tainted, source, scope,
        scope_of, updated_at,
      (select max(at) from evidence where evidence.memory = memory.row) as said_at,
      exists (select 1 from vector where kind = 'memory' and of = memory.row and model = ${model}) as embedded
      from memory where status <> 'deprecated' order by row`.filter(
      ({ id, verified }) => verified === 1 || !isLearned(id as string),
    );
  const counts = store.row`select (select count(*) || ' ' || ifnull(max(row), 0) from refusal) as refused,
    (select count(*) || ' ' || ifnull(max(row), 0) from memory_step where did = 'erased') as erased`;
  return hash('sha256', JSON.stringify([residents, counts]), 'base64url');
}
