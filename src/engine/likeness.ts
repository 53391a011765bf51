import type { Hit } from '../recall/find.ts';
import { nearnessAmong } from '../store/among.ts';
import type { Coded } from '../store/vector-code.ts';

/** Says how near two of some memories are in meaning; nought where one of them has no vector yet. */
export function likenessAmong(hits: readonly Hit[]): (a: Hit, b: Hit) => number {
  const coded: (Coded | undefined)[] = [];
  for (const [{ index }, some] of Map.groupBy(hits.entries(), ([, { shelf }]) => shelf)) {
    const vectors = index.codedAt(some.map(([, { row }]) => row));
    for (const [i, [place]] of some.entries()) coded[place] = vectors[i];
  }
  const places = new Map(hits.map((hit, place) => [hit, place]));
  const near = nearnessAmong(coded);
  return (a, b) => near(places.get(a)!, places.get(b)!);
}
