import type { Episode } from '@sqrl/base/model/episode.ts';
import { as, flag, json, type Store } from '@sqrl/base/sqlite/query.ts';

export interface FailedCommand {
  command: string;
  /** The line that says what went wrong; null where it came from outside. */
  line: string | null;
  at: number;
  session: string;
  /** It went well later, or something else did in its place. */
  resolved: boolean;
  /** What went well at last. */
  resolvedBy: string | null;
}

export function lastFailure(store: Store): FailedCommand | undefined {
  const found = store.row`select event.command, case event.tainted when 0 then failure.line end as line,
      seen.at, session.id as session,
          seen.resolver is not null as resolved, seen.command as resolvedBy
     from failure_seen seen join event on event.row = seen.event join failure on failure.row = seen.failure
     join session on session.row = event.session
    where event.command is not null and session.client not in ('git', 'ci')
    order by seen.at desc, seen.event desc limit 1`;
  return found && ({ ...found, resolved: found.resolved === 1 } as unknown as FailedCommand);
}

/** The last replies in an episode, latest first; none that may hold foreign words. */
export const lastReplies = (store: Store, episode: string, limit: number): string[] =>
  store.column`select event.text from episode join event on event.session = episode.session
      and event.at between episode.started_at and episode.ended_at and event.episode = episode.row
    where episode.id = ${episode} and event.kind = 'reply' and event.agent is null and event.tainted = 0
    order by event.at desc, event.offset desc, event.part desc limit ${limit}`;

export const branchOfEpisode = (store: Store, episode: string): string | null =>
  (store.value`select coalesce((select branch from event where event.session = episode.session
    and branch is not null
            and at between started_at and ended_at order by at desc limit 1), session.branch) as branch
    from episode join session on session.row = episode.session where episode.id = ${episode}` ?? null) as
    | string
    | null;

/** Files that were changed most often, of those that were used in the last milliseconds of work here. */
export const hotFiles = (
  store: Store,
  { within, limit }: { within: number; limit: number },
): { path: string; changed: number }[] =>
  store.rows`select file.path, sum(way in ('edit', 'write', 'delete') and ok) as changed
     from touch join file on file.row = touch.file where file.outside = 0 group by file.row
   having max(at) >= (select max(at) from touch) - ${within} and changed > 1
    order by changed desc, file.path limit ${limit}`;

export const latestPrompts = (store: Store, limit: number): string[] =>
  store.column`select text from event where kind = 'prompt' and agent is null order by at desc, row desc
    limit ${limit}`;

/** A folder is below the repository; null for the repository itself. */
export type PastRun = { session: number; command: string; text: string } & Record<
  'folder' | 'outcome',
  string | null
>;

/** The commands of the latest sessions that hold some words, newest first. */
export const latestRuns = (
  store: Store,
  words: string,
  { sessions, limit }: { sessions: number; limit: number },
): PastRun[] =>
  store.rows`select session, command, folder, outcome, text from event
    where session in (select row from session order by began_at desc, row desc limit ${sessions})
      and kind = 'result' and tool = 'run' and instr(command, ${words}) > 0
    order by at desc, offset desc, part desc limit ${limit}`;

export const latestCommands = (store: Store, most: number): string[] =>
  store.column`select command from event where kind = 'result' and tool = 'run' and command is not null
    order by row desc limit ${most}`;

export const newestEvent = (store: Store): number =>
  store.value`select ifnull(max(row), 0) as row from event`;

/** What was once worked on: an episode or a commit, with what was said of it and the files in it. */
export interface PastWork {
  id: string;
  session: string;
  /** Unknown for a commit. */
  isCommit: boolean;
  startedAt: number;
  endedAt: number;
  status: Episode['status'];
  /** The task and the prompts it was told in, or the message. */
  said: string;
  /** Repository-relative, as all paths here. */
  changed: string[];
  read: string[];
}

/** The work that was over at a time, newest first. A session that was still running then tells nothing yet. */
export const pastWork = (store: Store, { before, most }: { before: number; most: number }): PastWork[] =>
  [...episodes(store, before, most), ...commits(store, before, most)].sort(
    (a, b) => b.endedAt - a.endedAt || (a.id < b.id ? -1 : 1),
  );

const episodes = (store: Store, before: number, most: number): PastWork[] =>
  store.rows`select e.id, s.id as session, 0 as isCommit, e.started_at, e.ended_at, e.status,
          e.task || char(10) || ifnull((select group_concat(text, char(10)) from
            (select substr(text, 1, ${SAID}) as text from event
            where session = e.session and at between e.started_at and e.ended_at and episode = e.row
            and kind = 'prompt' and agent is null
            order by at, offset, part limit ${MAX_PROMPTS})), '') as said,
          e.files_changed as changed, e.files_read as read
     from episode e join session s on s.row = e.session
    where e.ended_at <= ${before} and s.client not in ('git', 'ci')
      and (select max(at) from event where session = s.row) <= ${before}
    order by e.ended_at desc, e.id limit ${most}`.map(toWork);

// What is wanted stands at the beginning; the rest of a long text names much that was never touched.
const SAID = 4000;
const MAX_PROMPTS = 4;

const commits = (store: Store, before: number, most: number): PastWork[] =>
  store.rows`select lower(hex(event.id)) as id, session.id as session, 1 as isCommit, at as startedAt,
          at as endedAt, 'completed' as status, substr(text, 1, ${SAID}) as said,
          (select json_group_array(path) from touch join file on file.row = touch.file
            where touch.event = event.row and outside = 0) as changed, '[]' as read
     from session join event on event.session = session.row
    where session.client = 'git' and event.at <= ${before} and event.kind = 'commit'
    order by event.at desc, event.offset desc limit ${most}`.map(toWork);

const toWork = as<PastWork>({ isCommit: flag, changed: json, read: json });

/** The list of steps that an agent kept of its work, as it stood last. */
export interface TaskList {
  done: number;
  of: number;
  /** Those that are not done, the one at hand first. */
  open: string[];
}

interface Task {
  text: string;
  status: string;
}

/** The task list of an episode's session as its calls tell it; undefined where it kept none. What may hold foreign words is left out. */
export function taskListOf(store: Store, episodeRow: number): TaskList | undefined {
  const steps = store.rows`select event.kind, event.tool_name, event.text from event
    where event.session = (select session from episode where row = ${episodeRow})
      and event.tool = 'plan' and event.agent is null and event.tainted = 0
    order by event.at, event.offset, event.part` as unknown as readonly PlanStep[];
  let tasks = new Map<string, Task>();
  for (const step of steps) tasks = after(tasks, step);
  const all = [...tasks.values()];
  if (all.length === 0) return undefined;
  const open = all.filter(({ status }) => status !== 'completed');
  return {
    done: all.length - open.length,
    of: all.length,
    open: open
      .sort((a, b) => Number(b.status === 'in_progress') - Number(a.status === 'in_progress'))
      .map(({ text }) => text),
  };
}

interface PlanStep {
  kind: 'call' | 'result';
  toolName: string | null;
  text: string;
}

/** A list that is written anew replaces the one before; Claude Code's newer tools add tasks and change one at a time. */
function after(tasks: Map<string, Task>, { kind, toolName, text }: PlanStep): Map<string, Task> {
  if (toolName === 'TodoWrite' && kind === 'call') return listed(text.matchAll(TODO), (content) => content);
  if (toolName === 'update_plan' && kind === 'call') {
    const steps = listed(text.matchAll(PLAN_STEP), unescaped);
    // One that was cut says nothing.
    return steps.size > 0 ? steps : tasks;
  }
  const [, made, subject] = (kind === 'result' && /^Task #(\d+) created successfully: (.+)/.exec(text)) || [];
  if (made !== undefined) tasks.set(made, { text: subject!.trim(), status: 'pending' });
  if (toolName !== 'TaskUpdate' || kind !== 'call') return tasks;
  const id = /\btaskId: (\d+)/.exec(text)?.[1] ?? '';
  const status = /\bstatus: (\w+)/.exec(text)?.[1];
  const task = tasks.get(id);
  if (status === 'deleted') tasks.delete(id);
  else if (task && status !== undefined) task.status = status;
  return tasks;
}

const listed = (found: Iterable<RegExpMatchArray>, read: (text: string) => string): Map<string, Task> =>
  new Map([...found].map(([, text, status], i) => [`${i}`, { text: read(text!).trim(), status: status! }]));

const TODO = /- (.+) \((pending|in_progress|completed)\)$/gm;
const PLAN_STEP = /"step"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,\s*"status"\s*:\s*"(pending|in_progress|completed)"/g;

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1');
