import { nearnessAmong } from '@sqrl/base/sqlite/vectors/among.ts';
import type { QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import type { Row } from '../store/memory/memories.ts';
import type { IndexedStore } from './indexed-store.ts';

interface LocatedMemory {
  indexedStore: IndexedStore;
  row: Row;
}

/** Says how near two of some memories are in meaning; nought where one of them has no vector yet. */
export function likenessAmong<T extends LocatedMemory>(hits: readonly T[]): (a: T, b: T) => number {
  const coded: (QuantizedVector | undefined)[] = [];
  for (const [{ index }, some] of Map.groupBy(hits.entries(), ([, { indexedStore }]) => indexedStore)) {
    const vectors = index.codedAt(some.map(([, { row }]) => row));
    for (const [i, [place]] of some.entries()) coded[place] = vectors[i];
  }
  const places = new Map(hits.map((hit, place) => [hit, place]));
  const near = nearnessAmong(coded);
  return (a, b) => near(places.get(a)!, places.get(b)!);
}
