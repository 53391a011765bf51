import { markOf, setMark } from './marks.ts';
import type { Store } from './store.ts';

/** One thing that is known of a project as a whole. */
export const projectState = (store: Store, name: ProjectStateKey): string | undefined =>
  markOf(store, 'state', name) as string | undefined;

/** Keeps one thing about a project as a whole. */
export const setProjectState = (store: Store, name: ProjectStateKey, value: string): void =>
  setMark(store, 'state', name, value);

/**
 * `trust` is the level, who set it and when, as JSON; `trust offered` the last offer of a lower one; `vectors` goes up with every vector that is written; `looked` is when
 * somebody last looked at what was learned, and the last memory that was there then, as JSON; `summed up` is when a person
 * was last told in a session what came of it; `swept` goes up when vectors of passages are removed; `phase weights` are those that a person
 * applied, as JSON, and `phase weights decided` how many sessions there were when a person last applied or refused some.
 */
type ProjectStateKey =
  | 'trust'
  | 'trust offered'
  | 'vectors'
  | 'looked'
  | 'summed up'
  | 'swept'
  | 'phase weights'
  | 'phase weights decided';
