import { DAY_MS } from '@sqrl/base/durations.ts';

/** What speaks for a file, 0 to 1, and why. */
export interface Clue {
  score: number;
  why: string;
  /** The task names it or something that it defines; other guesses are better made by an agent that looks. */
  isNamed?: boolean;
}

/** What one way of looking says of files, by path. */
export type FileEvidence = Map<string, Clue>;

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

/** Work that is over, as far as it tells which files the next may need. */
export interface PastChange {
  id: string;
  session: string;
  /** A commit: it is not known who asked for it. */
  isCommit: boolean;
  startedAt: number;
  endedAt: number;
  failed: boolean;
  said: string;
  changed: readonly string[];
  read: readonly string[];
}

/** How much a piece of work still counts: half after the half-life, never nothing. */
export const freshness = (work: PastChange, now: number, halfLife: number): number =>
  MIN_WEIGHT + (1 - MIN_WEIGHT) * 0.5 ** (Math.max(0, now - work.endedAt) / (halfLife * DAY_MS));

/** A commit or an episode of more files than this was about none of them. */
export const MAX_FILES = 40;

const MIN_WEIGHT = 0.05;
