import { QUIET } from '../../ingest/episodes/cut.ts';
import { fixesOf } from '../../ingest/episodes/fixes.ts';
import type { Episode } from '../../model/episode.ts';
import { episodesWhere } from '../../store/episodes/episodes.ts';
import { failurePatterns, failureSeen } from '../../store/events/history.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { TimeRange } from '../time-range.ts';

const MAX_EPISODES = 10;

/** What was worked on in a time, latest first. */
export const workIn = (engine: Engine, { from, to }: TimeRange): Episode[] =>
  episodesWhere(
    engine.own.store,
    { since: from, byAgents: true },
    { now: engine.now(), quiet: QUIET, limit: MAX_CONSIDERED },
  )
    .filter(({ startedAt }) => startedAt < to)
    .slice(0, MAX_EPISODES)
    .map(({ row: _, ...episode }) => episode);

const MAX_CONSIDERED = 500;

/** A failure that came back, with what resolved it most often. */
export interface RecurringFailure {
  fingerprint: string;
  line: string;
  times: number;
  sessions: number;
  lastAt: number;
  /** A command that worked instead, or files that were changed before it worked. */
  fix: { command: string | null; changed: string[]; times: number } | null;
}

const MAX_FAILURES = 8;
const MAX_SEEN_ROWS = 200;

/** Failures of at least two sessions, those of most sessions first. */
export const recurringFailures = ({ own: { store } }: Engine): RecurringFailure[] =>
  failurePatterns(store, { limit: MAX_FAILURES, sessions: 2 }).map(
    ({ fingerprint, line, times, sessions, lastAt }) => {
      const [fix] = fixesOf(failureSeen(store, fingerprint, { limit: MAX_SEEN_ROWS }));
      return {
        fingerprint,
        line,
        times,
        sessions,
        lastAt,
        fix: fix ? { command: fix.command, changed: fix.changed, times: fix.times } : null,
      };
    },
  );
