/** The known word a person most likely meant, if any is near enough to be worth guessing. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const near = known
    .map((name) => ({ name, steps: stepsBetween(typed, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(Math.min(name.length, typed.length) / 3)))
    .sort((a, b) => a.steps - b.steps)[0]?.name;
  // "rem" is five letters away from "remember", but its meaning is clear.
  return near ?? (typed.length >= 2 ? known.find((name) => name.toLowerCase().startsWith(typed)) : undefined);
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to turn one word into the other. */
function stepsBetween(from: string, to: string): number {
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
