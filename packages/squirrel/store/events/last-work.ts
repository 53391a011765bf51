import type { Store } from '@sqrl/base/sqlite/store.ts';

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

export interface PastRun {
  session: number;
  command: string;
  /** Below the repository; null for the repository itself. */
  folder: string | null;
  outcome: string | null;
  text: string;
}

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

/** The row of the newest event; 0 where there is none. */
export const newestEvent = (store: Store): number =>
  store.value`select ifnull(max(row), 0) as row from event`;
