import { SAID_BOUNDS, type SaidBounds } from '@sqrl/squirrel/recall/passages/said.ts';
import { combinations } from '../left-out.ts';
import { type AskScore, tallyAnswers } from './score.ts';

/** What the bounds of an answer are chosen from. */
const CHOICES: { [K in keyof SaidBounds]?: readonly number[] } = {
  minRelevance: [0.4, 0.44, 0.48],
  minShare: [0.5, 0.7],
  restated: [0.55, 0.9],
  same: [0.55, 0.65],
  close: [0.7, 0.8],
};

export const BOUNDS_TRIED: readonly SaidBounds[] = combinations(SAID_BOUNDS, CHOICES);

/** How good scores are in one figure: what a person wants to find, less what misleads. */
export function worthOf(scores: readonly AskScore[]): number {
  const figures = tallyAnswers(scores);
  const sum = (weights: Record<string, number>) =>
    Object.entries(weights).reduce((total, [name, weight]) => total + weight * figures[name]!, 0);
  return sum({
    'or neighbor@5': 1,
    'session@5': 1,
    MRR: 0.5,
    'message@5': 0.3,
    'outdated first': -1,
    'unanswerable answered': -0.3,
    'answerable unanswered': -1,
  });
}
