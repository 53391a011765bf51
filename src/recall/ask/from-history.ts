import { QUIET } from '../../ingest/episodes/cut.ts';
import { tellingLine } from '../../ingest/episodes/fingerprint.ts';
import { fixesOf } from '../../ingest/episodes/fixes.ts';
import type { Episode } from '../../model/episode.ts';
import { redactSync } from '../../redact/redact.ts';
import { episodesWhere } from '../../store/episodes/episodes.ts';
import { failurePatterns, failureSeen } from '../../store/events/history.ts';
import { lastReplyIn, type SaidMessage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { hideWithdrawn } from '../passages/withdrawn.ts';
import type { TimeRange } from '../time-range.ts';

const MAX_EPISODES = 10;

/** A piece of work, and what the agent said last about it. */
export interface WorkDone extends Episode {
  said: SaidMessage | undefined;
}

/** What was worked on in a time, latest first. */
export function workIn(engine: Engine, { from, to }: TimeRange): WorkDone[] {
  const during = { since: from, byAgents: true };
  const some = { now: engine.now(), quiet: QUIET, limit: MAX_CONSIDERED };
  const found = engine.indexedStores
    .flatMap(({ store }) => episodesWhere(store, during, some).map((episode) => ({ store, episode })))
    .filter(({ episode }) => episode.startedAt < to)
    .sort((a, b) => b.episode.startedAt - a.episode.startedAt)
    .slice(0, MAX_EPISODES)
    .map(({ store, episode: { row, ...episode } }) => ({ episode, last: lastReplyIn(store, row) }));
  const said = hideWithdrawn(
    found.flatMap(({ last }) => last ?? []),
    engine,
  );
  return found.map(({ episode, last }) => ({
    ...episode,
    said: last && said.find(({ event }) => event === last.event),
  }));
}

const MAX_CONSIDERED = 500;

/** A failure that came back, with what resolved it most often. */
export interface RecurringFailure {
  /** Opens it: `sqrl history errors 1a2b3c4d`. */
  fingerprint: string;
  /** What was run the last time, and what that said. */
  command: string | null;
  error: string;
  times: number;
  sessions: number;
  lastAt: number;
  /** A command that worked instead, or files that were changed before it worked. */
  fix: { command: string | null; changed: string[]; times: number } | null;
}

const MAX_FAILURES = 8;
const MAX_SEEN_ROWS = 200;

/** What resolved a failure once may have done so by chance. */
const MIN_FIXED = 2;

/** On its way out: redacted once more, since the rules may know more secrets than when it was read. */
const shown = (text: string): string => redactSync(text).text.slice(0, MAX_SHOWN_CHARS).toWellFormed();
const MAX_SHOWN_CHARS = 300;

/** Failing commands of at least two sessions, those of most sessions first. */
export const recurringFailures = ({ own: { store } }: Engine): RecurringFailure[] =>
  failurePatterns(store, { limit: MAX_CONSIDERED, sessions: 2 })
    .filter(({ tool }) => tool === 'run')
    .slice(0, MAX_FAILURES)
    .map(({ fingerprint, line, times, sessions, lastAt }) => {
      const seen = failureSeen(store, fingerprint, { limit: MAX_SEEN_ROWS });
      const fix = fixesOf(seen).find((each) => each.times >= MIN_FIXED) ?? null;
      const [last] = seen;
      return {
        fingerprint,
        command: last?.failedCommand ? shown(last.failedCommand) : null,
        error: shown(tellingLine(last?.text ?? '') || line),
        times,
        sessions,
        lastAt,
        // The same command works once something else is changed.
        fix: fix && {
          command: fix.how === 'other command' ? fix.command : null,
          changed: fix.changed,
          times: fix.times,
        },
      };
    });
