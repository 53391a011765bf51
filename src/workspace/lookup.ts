import { Problem } from '../base/problem.ts';
import { type Row, rowsById } from '../store/memory/memories.ts';
import type { IndexedStore } from './indexed-store.ts';
import type { Engine } from './workspace.ts';

/** Where the memory with an id lies. The beginning of an id will do while only one begins so. */
export function findById(engine: Engine, id: string): { indexedStore: IndexedStore; row: Row } {
  const wanted = id.toLowerCase();
  const found = engine.indexedStores.flatMap((indexedStore) =>
    rowsById(indexedStore.store, wanted).map((row) => ({ indexedStore, row })),
  );
  if (found.length === 0)
    throw new Problem(
      `No memory has the id ${id}.`,
      'It may belong to another project; run `sqrl list` there.',
      'not_found',
    );
  if (found.length > 1 && !isWhole(wanted))
    throw new Problem(`Several memories have ids that start with ${id}.`, 'Type more characters of the id.');
  return found[0]!;
}

const isWhole = (id: string) => id.length >= 12;
