import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { PassageIndex } from '../store/passages/passage-vectors.ts';
import type { LiveIndex } from '../store/vectors/live-index.ts';

/** A store and the vectors in it, as searches go through them. */
export interface IndexedStore {
  store: Store;
  index: LiveIndex;
  passages: PassageIndex;
}
