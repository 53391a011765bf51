import type { Episode } from '@sqrl/base/model/episode.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { type Fix, fixesOf } from '../../ingest/episodes/failures.ts';
import { tellingLine } from '../../ingest/episodes/fingerprint.ts';
import { episodesById, episodesWhere, type KeptEpisode } from '../../store/episodes/episodes.ts';
import { type FailureOccurrence, failurePatterns, failureSeen } from '../../store/events/history.ts';
import { lastSaidIn, type SaidMessage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { similarTasks } from '../history/past-work.ts';
import { stillSaid, whereWasI } from '../history/where.ts';
import { hideWithdrawn } from '../passages/withdrawn.ts';
import type { TimeRange } from '../time-range.ts';

const MAX_EPISODES = 10;

export interface WorkDone extends Episode {
  said: SaidMessage | undefined;
}

export function workIn(engine: Engine, { from, to }: TimeRange): WorkDone[] {
  const during = { since: from, byAgents: true };
  const some = { now: engine.now(), quiet: QUIET, limit: MAX_CONSIDERED };
  return engine.indexedStores
    .flatMap(({ store }) => episodesWhere(store, during, some).map((episode) => ({ store, episode })))
    .filter(({ episode }) => episode.startedAt < to)
    .sort((a, b) => b.episode.startedAt - a.episode.startedAt)
    .slice(0, MAX_EPISODES)
    .map(({ store, episode }) => withLastSaid(engine, store, episode));
}

/** With what the agent said last in it. */
function withLastSaid(engine: Engine, store: Store, { row, ...episode }: KeptEpisode): WorkDone {
  const last = lastSaidIn(store, row, 'reply');
  return { ...episode, said: last && hideWithdrawn([last], engine)[0] };
}

const MAX_CONSIDERED = 500;

/** The last task, and what else is unfinished or was done last, each with what the agent said last. */
export function lastWork(engine: Engine): WorkDone[] {
  const { last, unfinished } = whereWasI(engine, { limit: MAX_TASKS });
  const ids = [...last.slice(0, 1), ...unfinished, ...last].map(({ id }) => id);
  return tasksById(engine, [...new Set(ids)].slice(0, 2 * MAX_TASKS));
}

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
  const { tasks } = await similarTasks(engine, { task: question, limit: MAX_TASKS });
  return tasksById(
    engine,
    tasks.flatMap(({ episode }) => episode ?? []),
  );
}

export function tasksById(engine: Engine, ids: readonly string[]): WorkDone[] {
  const { store } = engine.own;
  const episodes = new Map(episodesById(store, ids).map((episode) => [episode.id, episode]));
  return ids.flatMap((id) => {
    const found = episodes.get(id);
    return found ? withLastSaid(engine, store, stillSaid(engine, found)) : [];
  });
}

const MAX_TASKS = 3;

const MAX_FAILURES = 8;
const MAX_SEEN_ROWS = 200;

/** What resolved a failure once may have done so by chance. */
const MIN_FIXED = 2;

/** On its way out: redacted once more, since the rules may know more secrets than when it was read. */
const shown = (text: string): string => redactSync(text).text.slice(0, MAX_SHOWN_CHARS).toWellFormed();
const MAX_SHOWN_CHARS = 300;

/** Failing commands of at least two sessions, those of most sessions first. */
export const recurringFailures = ({ own: { store } }: Engine) =>
  failurePatterns(store, { limit: MAX_CONSIDERED, sessions: 2 })
    .filter(({ tool }) => tool === 'run')
    .slice(0, MAX_FAILURES)
    .map(({ fingerprint, line, times, sessions, lastAt }) => {
      const seen = failureSeen(store, fingerprint, { limit: MAX_SEEN_ROWS });
      const fix = fixesOf(seen).find((each) => each.times >= MIN_FIXED);
      const [last] = seen;
      const failed = mostOften(seen.flatMap(({ failedCommand }) => coreOf(failedCommand ?? '') || []));
      return {
        /** Opens it: `sqrl history errors 1a2b3c4d`. */
        fingerprint,
        command: last?.failedCommand ? shown(briefly(last.failedCommand)) : null,
        error: shown(tellingLine(last?.text ?? '') || line),
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
) {
  const its = seen.filter(({ resolution }) => resolution?.how === how && resolution.command === command);
  const often = changed.filter(
    (path) => its.filter(({ resolution }) => resolution!.changed.includes(path)).length * 2 > its.length,
  );
  const other = insteadOf(failed, command);
  const worked = other === null ? null : briefly(other);
  return worked === null && often.length === 0 ? null : { command: worked, changed: often, times };
}

/** A command line without what surrounds it and without what it was given in quotes: a message, a script. */
function briefly(command: string): string {
  const [words = ''] = coreOf(command).split(/["'`]|\$\(|<</, 1);
  return words.replace(/(?: -{1,2}[\w-]{1,30})?\s*$/, '') || command;
}

const mostOften = (commands: readonly string[]): string | null => {
  const counts = Map.groupBy(commands, (command) => command);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
};

/** The command that worked, unless it is the one that failed: then something else was changed before. */
const insteadOf = (failed: string | null, worked: string | null): string | null =>
  worked !== null && coreOf(worked) === failed ? null : worked;
