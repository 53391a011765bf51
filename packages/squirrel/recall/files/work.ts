import { DAY_MS } from '@sqrl/base/durations.ts';

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

const MIN_WEIGHT = 0.05;

/** A commit or an episode of more files than this was about none of them. */
export const MAX_FILES = 40;
