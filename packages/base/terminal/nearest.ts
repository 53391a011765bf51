import { editDistance } from '../edit-distance.ts';

/** The known word a person most likely meant, if any is near enough to be worth guessing. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const near = known
    .map((name) => ({ name, steps: editDistance(typed, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(Math.min(name.length, typed.length) / 3)))
    .sort((a, b) => a.steps - b.steps)[0]?.name;
  // "rem" is five letters away from "remember", but its meaning is clear.
  return near ?? (typed.length >= 2 ? known.find((name) => name.toLowerCase().startsWith(typed)) : undefined);
}
