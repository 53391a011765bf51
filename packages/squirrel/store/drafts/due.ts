import { hash } from 'node:crypto';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { dropMarks, markAll, markNames, markOf, setMark } from '../marks.ts';

/** Ids of the drafts that changed, or went, since all were judged; triggers note them, so that a crash loses nothing. */
export const dueDrafts = (store: Store): string[] => markNames(store, 'draft due');

/** Asks for the drafts to be judged again. */
export const allAreDue = (store: Store): void => markAll(store, 'draft due', 'select id from draft');

/** Notes that drafts are judged as they are now, and by what; but for some, which are to be judged again. */
export function noneIsDue(store: Store, mark: string, but: readonly string[]): void {
  dropMarks(store, 'draft due');
  for (const id of but) setMark(store, 'draft due', id);
  setMark(store, 'draft around', 'all', mark);
}

/** What all drafts were last judged by: memories that people taught, what they refused, branches, the embedder. */
export const markOfAround = (store: Store): string | undefined =>
  markOf(store, 'draft around', 'all') as string | undefined;

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
