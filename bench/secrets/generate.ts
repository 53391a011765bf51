import { diceOf } from './dice.ts';
import { negatives } from './negatives.ts';
import { positives } from './positives.ts';

/** One labelled line: 1 where something must be redacted. */
export interface Line {
  text: string;
  label: 0 | 1;
  category?: string;
  /** What must not be in the text afterwards. */
  secret?: string;
}

/** Makes the labelled set, the same for the same seed; no key in it exists before it runs, nor afterwards. */
export function generate(seed = 1): Line[] {
  const dice = diceOf(seed);
  // The plain half does not change with the dice, so the half with secrets is made from more of them.
  return [...positives(dice), ...negatives(dice)];
}
