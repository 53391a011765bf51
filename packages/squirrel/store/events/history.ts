import type { Phase } from '@sqrl/base/model/episode.ts';
import type { Outcome, Tool, TouchWay } from '@sqrl/base/model/event.ts';
import { as, type Fragment, flag, fragment, json, raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

export interface FileStep {
  path: string;
  outside: boolean;
  at: number;
  way: TouchWay;
  lines: [number, number] | null;
  session: string;
  client: string;
  tool: Tool | null;
  outcome: Outcome | null;
  event: string;
  /** What the agent said last before it: why it touched the file. */
  why: string | null;
  /** What its model was sent at that step, where the log tells. */
  contextTokens: number | null;
  /** The task it belongs to: what was wanted, what kind of work it was, and what came of it. */
  episode: { id: string; task: string; phase: Phase; summary: string } | null;
}

interface EventHistoryRange {
  limit: number;
  since?: number | undefined;
}

export function stepsOnFile(store: Store, path: string, some: EventHistoryRange): FileStep[] {
  const file = store.value<number | undefined>`${fileAt(path)}`;
  return file === undefined ? [] : lastTouches(store, file, some).map((touch) => toStep(store, touch));
}

/** The hash of the commit that a step is, where it is one. */
export const hashOfStep = (store: Store, { event }: FileStep): string | undefined =>
  store.value`select command from event where id = unhex(${event}) and kind = 'commit'`;

export function fileUse(
  store: Store,
  path: string,
  since?: number,
): { lastAt: number; looked: number; changed: number } | undefined {
  const found: ReturnType<typeof fileUse> =
    since === undefined
      ? store.row`select last_at, looked, changed from file_use where file = (${fileAt(path)})`
      : // As the counts of all time are kept: a change that failed or was refused is none.
        store.row`select max(touch.at) as lastAt, coalesce(sum(way not in ('edit', 'write', 'delete')),
          0) as looked,
            coalesce(sum(way in ('edit', 'write', 'delete')
              and coalesce(event.outcome, 'ok') = 'ok'), 0) as changed
          from touch join event on event.row = touch.event where file = (${fileAt(path)})
            and touch.at >= ${since}`;
  return found?.lastAt == null ? undefined : found;
}

/** What was last done with any file whose path holds these letters, newest first. */
export function stepsOnFilesLike(store: Store, letters: string, some: EventHistoryRange): FileStep[] {
  const { limit, since = EVER } = some;
  const like = `%${letters.replace(/[\\%_]/g, '\\$&')}%`;
  // Letters that many paths hold are soon found among the files used last; only rare ones are worth the index.
  const recent: number[] = store.column`select used.file
    from (select file, last_at from file_use order by last_at desc limit ${MAX_RECENT_ROWS}) as used
    join file on file.row = used.file
    where file.path like ${like} escape '\\' and used.last_at >= ${since} order by used.last_at desc
      limit ${limit}`;
  const matching = isForIndex(letters)
    ? fragment`file_use.file in (select rowid from file_words where path like ${like})`
    : fragment`file.path like ${like} escape '\\'`;
  const files =
    recent.length === limit
      ? recent
      : store.column<number>`select file_use.file from file_use join file on file.row = file_use.file
        where ${matching} and file_use.last_at >= ${since} order by file_use.last_at desc limit ${limit}`;
  // Each file's own last steps are enough: the newest of all are among them.
  return files
    .flatMap((file) => lastTouches(store, file, some))
    .sort((a, b) => b.at - a.at || b.event - a.event)
    .slice(0, limit)
    .map((touch) => toStep(store, touch));
}

/** Files that were changed, or looked at, in the same episodes as this one, most often first. */
export function filesTogetherRows(
  store: Store,
  path: string,
  { way, limit, times }: { way: 'changed' | 'looked'; limit: number; times: number },
): { path: string; times: number }[] {
  return store.rows`select file.path, pair.times from pair join file on file.row = pair.other
    where pair.file = (${fileAt(path)}) and pair.way = ${way} and pair.times >= ${times}
    order by pair.times desc, file.path limit ${limit}`;
}

/** In how many tasks each other file was changed within a time of a change of this one. */
export function filesChangedWithin(store: Store, path: string, withinMs: number): Map<string, number> {
  return store.pairs`select file.path, count(distinct one.episode) as times
     from touch as mine join event as one on one.row = mine.event
     join event as two on two.session = one.session and two.at between one.at - ${withinMs}
       and one.at + ${withinMs}
     join touch as its on its.event = two.row join file on file.row = its.file and file.outside = 0
    where mine.file = (select row from file where path = ${path} order by outside limit 1)
      and its.file <> mine.file and two.episode = one.episode
      and mine.way in ('edit', 'write', 'delete') and coalesce(one.outcome, 'ok') = 'ok'
      and its.way in ('edit', 'write', 'delete') and coalesce(two.outcome, 'ok') = 'ok'
    group by file.row`;
}

/** The same of several files at once, in their order; of each as many as are wanted. */
export function filesTogetherOfEach(
  store: Store,
  paths: readonly string[],
  { way, limit, times }: { way: 'changed' | 'looked'; limit: number; times: number },
): string[][] {
  const found = store
    .sql(
      `select asked.key, other.path from json_each(?) as asked
         cross join pair on pair.file = (select row from file where path = asked.value order by outside limit 1)
         join file as other on other.row = pair.other
        where pair.way = ? and pair.times >= ?
        order by asked.key, pair.times desc, other.path`,
    )
    .lists(JSON.stringify(paths), way, times) as [place: number, path: string][];
  const together: string[][] = paths.map(() => []);
  for (const [place, path] of found) if (together[place]!.length < limit) together[place]!.push(path);
  return together;
}

export interface ToolUse {
  tool: Tool;
  toolName: string;
  ok: number;
  failed: number;
  rejected: number;
  interrupted: number;
  /** Mean of those that were timed. */
  durationMs: number | null;
}

export function toolUseRows(store: Store, sinceDay: number): ToolUse[] {
  return store.rows`select tool, tool_name, sum(ok) as ok, sum(failed) as failed,
      sum(rejected) as rejected,
          sum(interrupted) as interrupted, sum(duration) * 1.0 / nullif(sum(timed), 0) as durationMs
     from tool_day where day >= ${sinceDay} group by tool, tool_name
    order by sum(ok + failed + rejected + interrupted) desc, tool, tool_name`;
}

export interface FailurePattern {
  fingerprint: string;
  tool: string;
  line: string;
  times: number;
  sessions: number;
  resolved: number;
  firstAt: number;
  lastAt: number;
}

/** Failures that come back, those of most sessions first. */
export function failurePatterns(
  store: Store,
  { limit, sessions, since = EVER }: EventHistoryRange & { sessions: number },
): FailurePattern[] {
  return store.rows`${raw(PATTERN)} where sessions >= ${sessions}
      and (${since} = ${EVER} or exists (select 1 from failure_seen where failure = failure.row
        and at >= ${since}))
    order by sessions desc, times desc, fingerprint limit ${limit}`;
}

export function failurePatternsLike(store: Store, start: string): FailurePattern[] {
  return store.rows`${raw(PATTERN)} where fingerprint >= ${start} and fingerprint < ${start} || 'g'
    order by fingerprint limit 10`;
}

export interface FailureOccurrence {
  event: string;
  session: string;
  at: number;
  failedCommand: string | null;
  text: string;
  resolution: {
    event: string;
    how: string;
    command: string | null;
    changed: string[];
    ran: string[];
  } | null;
}

export function failureSeen(
  store: Store,
  fingerprint: string,
  { limit, since = EVER }: EventHistoryRange,
): FailureOccurrence[] {
  return store.rows`select lower(hex(event.id)) as event, session.id as session, failure_seen.at,
    event.command as failedCommand,
          event.text, iif(how is null, null, json_object('event', lower(hex(resolver.id)), 'how', how,
            'command', failure_seen.command, 'changed', json(changed), 'ran', json(ran))) as resolution
     from failure join failure_seen on failure_seen.failure = failure.row
     join event on event.row = failure_seen.event
     join session on session.row = event.session
     left join event as resolver on resolver.row = failure_seen.resolver
    where failure.fingerprint = ${fingerprint} and failure_seen.at >= ${since} order by failure_seen.at desc,
      failure_seen.event desc limit ${limit}`.map(as({ resolution: json }));
}

// A path inside begins nowhere, one outside at the top of its machine: the two are never the same.
const fileAt = (path: string): Fragment =>
  fragment`select row from file where path = ${path} order by outside limit 1`;

const EVER = Number.MIN_SAFE_INTEGER;

/** A trigram index knows nothing shorter, and no escaped signs. */
const isForIndex = (letters: string): boolean => letters.length >= 3 && !/[\\%_]/.test(letters);
const MAX_RECENT_ROWS = 500;

const PATTERN = `
  select fingerprint, tool, line, times, sessions, resolved,
         (select min(at) from failure_seen where failure = failure.row) as firstAt,
         (select max(at) from failure_seen where failure = failure.row) as lastAt
    from failure`;

interface TouchRow {
  file: number;
  at: number;
  event: number;
  way: TouchWay;
  fromLine: number | null;
  toLine: number | null;
}

const lastTouches = (store: Store, file: number, { limit, since = EVER }: EventHistoryRange): TouchRow[] =>
  store.rows`select * from touch where file = ${file} and at >= ${since} order by at desc, event desc, way
    limit ${limit}`;

// Only so far back: what was said long before is no reason any more.
const BEFORE = raw(`(select kind, agent, text, tokens_input from event as said
    where said.session = event.session and said.at <= event.at order by said.at desc, said.offset desc limit 30)`);

// A commit says itself what it is for; the episode of git's session holds many.
const COMMIT_OR = (column: 'task' | 'summary') =>
  raw(`case event.kind when 'commit' then substr(event.text, 1, instr(event.text || char(10), char(10)) - 1)
    else episode.${column} end`);

function toStep(store: Store, { file, event, at, way, fromLine: from, toLine: to }: TouchRow): FileStep {
  const found = store.row`select file.path, file.outside, session.id as session, session.client, event.tool, event.outcome,
        lower(hex(event.id)) as event,
      iif(episode.id is null, null, json_object('id', episode.id, 'task', ${COMMIT_OR('task')},
        'phase', episode.phase, 'summary', ${COMMIT_OR('summary')})) as episode,
      (select text from ${BEFORE} where kind in ('reply', 'reasoning') and event.kind <> 'commit'
        and agent is event.agent limit 1) as why,
      (select tokens_input from ${BEFORE} where tokens_input > 0 and agent is event.agent
        limit 1) as contextTokens
    from event join session on session.row = event.session join file on file.row = ${file}
    left join episode on episode.row = event.episode
    where event.row = ${event}`!;
  const step = as<Omit<FileStep, 'at' | 'way' | 'lines'>>({ outside: flag, episode: json })(found);
  return { ...step, at, way, lines: from === null ? null : [from, to ?? from] };
}
