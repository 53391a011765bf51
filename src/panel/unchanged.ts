import { writesSeen } from '../store/memory/facets.ts';
import type { Shelf } from '../workspace/shelf.ts';

/** Keeps what was found out about shelves for as long as nothing is written to any of them. */
export function whileUnchanged<T>(
  find: () => T,
  { shelves, key, kept }: { shelves: readonly [Shelf, ...Shelf[]]; key: string; kept: Kept<T> },
): T {
  const mark = `${key} ${shelves.map(({ store }) => `${store.path} ${writesSeen(store)}`).join(' ')}`;
  const known = kept.get(shelves[0]) ?? new Map<string, T>();
  kept.set(shelves[0], known);
  if (known.has(mark)) return known.get(mark)!;
  const found = find();
  // A few questions are asked again and again; what was kept of an older state is of no use.
  if (known.size >= MOST) known.clear();
  known.set(mark, found);
  return found;
}

export type Kept<T> = WeakMap<Shelf, Map<string, T>>;

const MOST = 8;
