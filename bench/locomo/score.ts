import type { LocomoQuestion } from './conversation.ts';

/** What of a question's evidence was found, each as a share. */
export interface Score {
  category: string;
  turn5: number;
  turn10: number;
  /** Among the first sessions of the whole list. */
  session5: number;
  session10: number;
}

/** Scores the turns that a question brought, best first. */
export function scoreOf({ evidence, category }: LocomoQuestion, found: readonly string[]): Score {
  const sessions = evidence.map(sessionOf);
  const ranked = [...new Set(found.map(sessionOf))];
  return {
    category,
    turn5: recall(evidence, found.slice(0, 5)),
    turn10: recall(evidence, found.slice(0, 10)),
    session5: recall(sessions, ranked.slice(0, 5)),
    session10: recall(sessions, ranked.slice(0, 10)),
  };
}

/** The mean scores of all questions and of each category, in percent. */
export function tally(scores: readonly Score[]): Record<string, Omit<Score, 'category'>> {
  const groups = { all: scores, ...Object.groupBy(scores, ({ category }) => category) };
  return Object.fromEntries(
    Object.entries(groups).map(([group, each]) => [group, means(each as readonly Score[])]),
  );
}

function means(scores: readonly Score[]): Omit<Score, 'category'> {
  const mean = (of: (score: Score) => number) =>
    Math.round((1000 * scores.reduce((sum, score) => sum + of(score), 0)) / scores.length) / 10;
  return {
    turn5: mean(({ turn5 }) => turn5),
    turn10: mean(({ turn10 }) => turn10),
    session5: mean(({ session5 }) => session5),
    session10: mean(({ session10 }) => session10),
  };
}

const sessionOf = (id: string): string => id.split(':')[0]!;

/** The share of the evidence that was found. */
function recall(evidence: readonly string[], found: readonly string[]): number {
  const wanted = new Set(evidence);
  const there = new Set(found);
  return [...wanted].filter((id) => there.has(id)).length / wanted.size;
}
