import type { Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { memoryAt, type Row, rowById, rowsById } from '../store/memory/memories.ts';
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
      `\`sqrl ask --hits --exact WORDS\` finds memories by their words. This one may belong to another project.`,
      'not_found',
    );
  if (found.length > 1 && !isWhole(wanted))
    throw new Problem(`Several memories have ids that start with ${id}.`, 'Type more characters of the id.');
  return found[0]!;
}

/** The same with the memory itself, as it is now. */
export function findMemory(
  engine: Engine,
  id: string,
): { indexedStore: IndexedStore; row: Row; memory: Memory } {
  const { indexedStore, row } = findById(engine, id);
  return { indexedStore, row, memory: memoryAt(indexedStore.store, row)! };
}

export interface StoredMemory {
  store: Store;
  row: Row;
  memory: Memory;
}

/** The memories with exactly this id; what holds everywhere may lie in several stores. */
export const storedMemories = (stores: readonly Store[], id: string): StoredMemory[] =>
  stores.flatMap((store) => {
    const row = rowById(store, id);
    const memory = row === undefined ? undefined : memoryAt(store, row);
    return memory ? [{ store, row: row!, memory }] : [];
  });

/** The project's store before the user's. */
export const storesOf = ({ indexedStores }: Pick<Engine, 'indexedStores'>): Store[] =>
  indexedStores.map(({ store }) => store);

const isWhole = (id: string) => id.length >= 12;
