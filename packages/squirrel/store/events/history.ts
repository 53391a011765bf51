import type { Phase } from '@sqrl/base/model/episode.ts';
import type { Outcome, Tool, TouchWay } from '@sqrl/base/model/event.ts';
import { as, type Fragment, flag, fragment, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import type { ResolvedOnce } from './agents-turn.ts';

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

/** When a file was last touched, and how often it was looked at and changed. */
export function fileUse(
  store: Store,
  path: string,
  since = EVER,
): { lastAt: number; looked: number; changed: number } | undefined {
  const found = store.row<{ lastAt: number | null; looked: number; changed: number }>`
    select max(at) as lastAt, ${raw(USES)} from touch where file = (${fileAt(path)}) and at >= ${since}`!;
  return found.lastAt === null ? undefined : { ...found, lastAt: found.lastAt };
}

/** What was last done with any file whose path holds these letters, newest first. */
export function stepsOnFilesLike(store: Store, letters: string, some: EventHistoryRange): FileStep[] {
  const { limit, since = EVER } = some;
  const files = store.column<number>`select row, (select max(at) from touch where file = file.row) as last from file
    where path like ${`%${letters.replace(/[\\%_]/g, '\\$&')}%`} escape '\\' and last >= ${since}
    order by last desc limit ${limit}`;
  // Each file's own last steps are enough: the newest of all are among them.
  return files
    .flatMap((file) => lastTouches(store, file, some))
    .sort((a, b) => b.at - a.at || b.event - a.event)
    .slice(0, limit)
    .map((touch) => toStep(store, touch));
}

/** Of each of some files, those that were changed, or looked at, in the same episodes, most often first. */
export function filesTogether(
  store: Store,
  paths: readonly string[],
  { way, limit, times }: { way: 'changed' | 'looked'; limit: number; times: number },
): { path: string; times: number }[][] {
  const files = raw(way === 'changed' ? 'files_changed' : 'files_read');
  // Most episodes name none of the files: to look for the words costs far less than to take each list apart.
  const words = paths.map((path) => JSON.stringify(path));
  const found = store.rows<{ mine: string; path: string; times: number }>`
    with named as materialized (
      select ${files} as files from episode
       where exists (select 1 from json_each(${words}) where instr(${files}, value) > 0))
    select mine.value as mine, other.value as path, count(*) as times
      from named, json_each(files) mine, json_each(files) other
     where json_array_length(files) <= ${MAX_SWEEP_FILES} and mine.value in (select value from json_each(${paths}))
       and other.value <> mine.value
     group by 1, 2 having times >= ${times} order by times desc, other.value`;
  const together = Map.groupBy(found, ({ mine }) => mine);
  return paths.map((path) =>
    (together.get(path) ?? []).slice(0, limit).map(({ mine: _, ...other }) => other),
  );
}

/** A sweep over more files says nothing of any two of them. */
const MAX_SWEEP_FILES = 30;

/** In how many tasks each other file was changed within a time of a change of this one. */
export function filesChangedWithin(store: Store, path: string, withinMs: number): Map<string, number> {
  return store.pairs`select file.path, count(distinct one.episode) as times
     from touch as mine join event as one on one.row = mine.event
     join event as two on two.session = one.session and two.at between one.at - ${withinMs}
       and one.at + ${withinMs}
     join touch as its on its.event = two.row join file on file.row = its.file and file.outside = 0
    where mine.file = (select row from file where path = ${path} order by outside limit 1)
      and its.file <> mine.file and two.episode = one.episode
      and mine.way in ('edit', 'write', 'delete') and mine.ok
      and its.way in ('edit', 'write', 'delete') and its.ok
    group by file.row`;
}

export interface ToolUse extends Record<'ok' | 'failed' | 'rejected' | 'interrupted', number> {
  tool: Tool;
  toolName: string;
  /** Mean of those that were timed. */
  durationMs: number | null;
}

export const toolUseRows = (store: Store, since: number): ToolUse[] =>
  store.rows`select tool, coalesce(tool_name, tool) as tool_name, sum(outcome = 'ok') as ok,
      sum(outcome = 'failed') as failed, sum(outcome = 'rejected') as rejected,
      sum(outcome = 'interrupted') as interrupted, avg(duration) as durationMs
     from event where kind = 'result' and tool is not null and at >= ${since} group by 1, 2
    order by count(outcome) desc, 1, 2`;

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
  resolution: (ResolvedOnce & { event: string }) | null;
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

/** What touches of a file come to. */
export const USES = `coalesce(sum(way not in ('edit', 'write', 'delete')), 0) as looked,
  coalesce(sum(way in ('edit', 'write', 'delete') and ok), 0) as changed`;

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
