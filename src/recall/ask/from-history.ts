import { coreOf } from '../../base/shell/command.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { type Fix, fixesOf } from '../../ingest/episodes/fixes.ts';
import type { Episode } from '../../model/episode.ts';
import { printed } from '../../model/printed.ts';
import { episodesById, episodesWhere } from '../../store/episodes/episodes.ts';
import { type FailureOccurrence, failurePatterns, failureSeen } from '../../store/events/history.ts';
import { lastReplyIn, type SaidMessage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { TimeRange } from '../time-range.ts';
import { similarTasks } from '../verbs/similar-tasks.ts';
import { stillSaid } from '../verbs/still-said.ts';

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

/** When the latest work before a time was done; undefined where there is none. */
export const latestWorkBefore = ({ indexedStores, now }: Engine, before: number): number | undefined => {
  const times = indexedStores.flatMap(({ store }) =>
    episodesWhere(store, { byAgents: true }, { now: now(), quiet: QUIET, limit: MAX_CONSIDERED }).map(
      ({ startedAt }) => startedAt,
    ),
  );
  return times.filter((at) => at < before).sort((a, b) => b - a)[0];
};

/** The past tasks that a question is about, each with what the agent said last; only those that a session holds. */
export async function tasksAbout(engine: Engine, question: string): Promise<WorkDone[]> {
  const { store } = engine.own;
  const { tasks } = await similarTasks(engine, { task: question, limit: MAX_TASKS });
  const ids = tasks.flatMap(({ episode }) => episode ?? []);
  const episodes = new Map(episodesById(store, ids).map((episode) => [episode.id, episode]));
  return ids.flatMap((id) => {
    const found = episodes.get(id);
    if (!found) return [];
    const { row, ...episode } = stillSaid(engine, found);
    return [{ ...episode, said: lastReplyIn(store, row) }];
  });
}

const MAX_TASKS = 3;

/** A failure that came back, with what resolved it most often. */
export interface RecurringFailure {
  fingerprint: string;
  /** What failed most often with it; null where no command is known. */
  command: string | null;
  line: string;
  times: number;
  sessions: number;
  lastAt: number;
  /** Another command that worked instead, or files that were changed before it worked. */
  fix: { command: string | null; changed: string[]; times: number } | null;
}

const MAX_FAILURES = 8;
const MAX_SEEN_ROWS = 200;

/** What resolved a failure once may have done so by chance. */
const MIN_FIXED = 2;

/** Failing commands of at least two sessions, those of most sessions first. */
export const recurringFailures = ({ own: { store } }: Engine): RecurringFailure[] =>
  failurePatterns(store, { limit: MAX_CONSIDERED, sessions: 2 })
    .filter(({ tool }) => tool === 'run')
    .slice(0, MAX_FAILURES)
    .map(({ fingerprint, line, times, sessions, lastAt }) => {
      const seen = failureSeen(store, fingerprint, { limit: MAX_SEEN_ROWS });
      const failed = mostOften(seen.flatMap(({ failedCommand }) => coreOf(failedCommand ?? '') || []));
      const fix = fixesOf(seen).find(({ times: fixed }) => fixed >= MIN_FIXED);
      return {
        fingerprint,
        command: failed === null ? null : printed(failed, MAX_COMMAND_CHARS),
        line,
        times,
        sessions,
        lastAt,
        fix: fix ? knownFix(seen, failed, fix) : null,
      };
    });

/** What is known of a fix: another command, or the files that most of its times changed; null where it tells neither. */
function knownFix(
  seen: readonly FailureOccurrence[],
  failed: string | null,
  { how, command, changed, times }: Fix,
): RecurringFailure['fix'] {
  const its = seen.filter(({ resolution }) => resolution?.how === how && resolution.command === command);
  const often = changed.filter(
    (path) => its.filter(({ resolution }) => resolution!.changed.includes(path)).length * 2 > its.length,
  );
  const other = insteadOf(failed, command);
  return other === null && often.length === 0 ? null : { command: other, changed: often, times };
}

/** The rest of a long command is mostly a text that it is given. */
const MAX_COMMAND_CHARS = 120;

const mostOften = (commands: readonly string[]): string | null => {
  const counts = Map.groupBy(commands, (command) => command);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
};

/** The command that worked, unless it is the one that failed: then something else was changed before. */
const insteadOf = (failed: string | null, worked: string | null): string | null =>
  worked !== null && coreOf(worked) === failed ? null : worked;
