/**
 * How many letters must be added, dropped, changed or swapped with their neighbor to turn one word into the other. For
 * names and words: takes the product of their lengths.
 */
export function editDistance(from: string, to: string): number {
  const row = (length: number) => Array.from({ length: length + 1 }, (_, i) => i);
  let before = row(to.length);
  let last = before;
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(last[j]! + 1, next[j - 1]! + 1, changed);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = next;
  }
  return last[to.length]!;
}
