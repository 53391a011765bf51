/** What speaks for a file, 0 to 1, and why. */
export interface Clue {
  score: number;
  why: string;
  /** The task names it or something that it defines; other guesses are better made by an agent that looks. */
  isNamed?: boolean;
}

/** What one way of looking says of files, by path. */
export type FileEvidence = Map<string, Clue>;

/** Keeps the stronger of two clues. */
export function strengthen(evidence: FileEvidence, path: string, clue: Clue): void {
  const before = evidence.get(path);
  if (!before || before.score < clue.score) evidence.set(path, clue);
}

/** Brings the strongest of some evidence to 1 and the rest along. */
export function scaled(evidence: FileEvidence): FileEvidence {
  const most = Math.max(0, ...[...evidence.values()].map(({ score }) => score));
  if (most <= 0) return new Map();
  return new Map([...evidence].map(([path, { score, why }]) => [path, { score: score / most, why }]));
}
