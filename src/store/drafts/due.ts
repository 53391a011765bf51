import { dropMarks, markAll, markNames, markOf, setMark } from '../marks.ts';
import type { Store } from '../store.ts';

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
