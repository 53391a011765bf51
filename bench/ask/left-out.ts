import { SAID_BOUNDS, type SaidBounds } from '../../src/recall/passages/said.ts';
import { type AskScore, tallyAnswers } from './score.ts';

/** What the bounds are chosen from. */
const CHOICES: { [K in keyof SaidBounds]?: readonly number[] } = {
  minRelevance: [0.35, 0.4, 0.45],
  same: [0.45, 0.55],
  share: [0.88, 0.92],
  later: [0.6, 0.65],
  laterRelevance: [0.65, 0.7],
};

/** Every combination of the choices. */
export const BOUNDS_TRIED: readonly SaidBounds[] = Object.entries(CHOICES).reduce<SaidBounds[]>(
  (some, [name, values]) => some.flatMap((bounds) => values.map((value) => ({ ...bounds, [name]: value }))),
  [SAID_BOUNDS],
);

/** The scores of a project's questions with each of the bounds. */
export interface MeasuredProject {
  project: string;
  tried: readonly (readonly AskScore[])[];
}

/** Each project scored with the bounds that are best for the others. */
export function leftOut(measured: readonly MeasuredProject[]): AskScore[] {
  return measured.flatMap(({ project, tried }) => {
    const others = measured.filter((other) => other.project !== project);
    const worths = tried.map((_, i) => worthOf(others.flatMap((other) => other.tried[i]!)));
    return [...tried[worths.indexOf(Math.max(...worths))]!];
  });
}

/** How good scores are in one figure: what a person wants to find, less what misleads. */
function worthOf(scores: readonly AskScore[]): number {
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
