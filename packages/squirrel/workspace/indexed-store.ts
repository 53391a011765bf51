import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { PassageIndex } from '../store/passages/passage-vectors.ts';
import type { StoredIndex } from '../store/vectors/stored-index.ts';

export interface IndexedStore {
  store: Store;
  index: StoredIndex;
  passages: PassageIndex;
}
