import { writesSeen } from '../store/memory/browse.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';

/** Keeps what was found out about stores for as long as nothing is written to any of them. */
export function cachedWhileUnchanged<T>(
  find: () => T,
  {
    indexedStores,
    key,
    kept,
  }: { indexedStores: readonly [IndexedStore, ...IndexedStore[]]; key: string; kept: PanelCache<T> },
): T {
  const mark = `${key} ${indexedStores.map(({ store }) => `${store.path} ${writesSeen(store)}`).join(' ')}`;
  const known = kept.get(indexedStores[0]) ?? new Map<string, T>();
  kept.set(indexedStores[0], known);
  if (known.has(mark)) return known.get(mark)!;
  const found = find();
  // A few questions are asked again and again; what was kept of an older state is of no use.
  if (known.size >= MAX_CACHED_ANSWERS) known.clear();
  known.set(mark, found);
  return found;
}

export type PanelCache<T> = WeakMap<IndexedStore, Map<string, T>>;

const MAX_CACHED_ANSWERS = 8;
