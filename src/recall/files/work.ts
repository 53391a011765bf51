/** Work that is over, as far as it tells which files the next may need. */
export interface Work {
  id: string;
  session: string;
  /** A commit, of which nobody knows who asked for it. */
  isCommit: boolean;
  startedAt: number;
  endedAt: number;
  failed: boolean;
  /** What was said of it. */
  said: string;
  changed: readonly string[];
  read: readonly string[];
}

/** How much a piece of work still counts: half after so many days, never nothing. */
export const freshness = (work: Work, now: number, halfLife: number): number =>
  FLOOR + (1 - FLOOR) * 0.5 ** (Math.max(0, now - work.endedAt) / (halfLife * DAY));

export const DAY = 86_400_000;
const FLOOR = 0.05;

/** A commit or an episode of more files than this was about none of them. */
export const MOST_FILES = 40;
