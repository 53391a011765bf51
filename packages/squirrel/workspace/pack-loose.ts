import { writeIncidental } from '../store/failures.ts';
import { packVectors } from '../store/vectors/vectors.ts';
import type { Engine } from './workspace.ts';

/**
 * Packs vectors as they come, a thousand at a time. Left until the engine closes, a first search after a large import
 * reads every vector in full: 300,000 took 14 s and 874 MB.
 */
export function packLoose({ indexedStores, meaning }: Engine): void {
  for (const { store } of indexedStores) writeIncidental(store, () => packVectors(store, meaning.model));
}
