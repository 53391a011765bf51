/** Something that was scored, and which of the things to be found it covers. */
export interface ScoredItem<N = number> {
  score: number;
  covers: readonly N[];
}

/** The share of right items among the best-scored ones that find a share of all there is; undefined where none do. */
export function precisionAt<N>(
  items: readonly ScoredItem<N>[],
  total: number,
  recall: number,
): number | undefined {
  const found = new Set<N>();
  let [right, seen] = [0, 0];
  for (const { covers } of items.toSorted((a, b) => b.score - a.score)) {
    seen++;
    if (covers.length > 0) right++;
    for (const one of covers) found.add(one);
    if (found.size >= recall * total) return right / seen;
  }
  return undefined;
}
