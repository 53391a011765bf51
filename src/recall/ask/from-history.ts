import { QUIET } from '../../ingest/episodes/cut.ts';
import { fixesOf } from '../../ingest/episodes/fixes.ts';
import type { Episode } from '../../model/episode.ts';
import { episodesWhere } from '../../store/episodes/episodes.ts';
import { failurePatterns, failureSeen } from '../../store/events/history.ts';
import { lastReplyIn, type SaidMessage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { TimeRange } from '../time-range.ts';

const MAX_EPISODES = 10;

/** A piece of work, and what the agent said last about it. */
export interface WorkDone extends Episode {
  said: SaidMessage | undefined;
}

/** What was worked on in a time, latest first. */
export const workIn = ({ indexedStores, now }: Engine, { from, to }: TimeRange): WorkDone[] =>
  indexedStores
    .flatMap(({ store }) =>
      episodesWhere(
        store,
        { since: from, byAgents: true },
        { now: now(), quiet: QUIET, limit: MAX_CONSIDERED },
      )
        .filter(({ startedAt }) => startedAt < to)
        .map((episode) => ({ store, episode })),
    )
    .sort((a, b) => b.episode.startedAt - a.episode.startedAt)
    .slice(0, MAX_EPISODES)
    .map(({ store, episode: { row, ...episode } }) => ({ ...episode, said: lastReplyIn(store, row) }));

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
