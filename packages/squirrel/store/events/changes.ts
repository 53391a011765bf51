import { as, type Fragment, flag, fragment, raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

export interface FileChange {
  event: string;
  /** The session's row, client and id. */
  sessionRow: number;
  client: string;
  session: string;
  at: number;
  /** The lines it changed, as they were numbered then. */
  fromLine: number | null;
  toLine: number | null;
  tainted: boolean;
  /** The task that it belongs to. */
  episode: string | null;
  task: string | null;
  summary: string | null;
}

/** The latest changes of a file by agents in a time, newest first; those that failed or were refused are left out. */
export const changesOfFile = (
  store: Store,
  path: string,
  { from, until, limit }: { from: number; until: number; limit: number },
): FileChange[] =>
  store.rows`select lower(hex(event.id)) as event, session.row as sessionRow, session.client,
      session.id as session, touch.at, from_line, to_line, event.tainted, episode.id as episode,
      episode.task, episode.summary
    from touch join event on event.row = touch.event join session on session.row = event.session
    left join episode on episode.row = event.episode
    where touch.file = (select row from file where path = ${path} order by outside limit 1)
      and way in ('edit', 'write') and coalesce(event.outcome, 'ok') = 'ok' and touch.at between ${from}
        and ${until} and session.client not in ('git', 'ci')
    order by touch.at desc, touch.event desc limit ${limit}`.map(as({ tainted: flag }));

/** The sessions that made a commit at a time: git said its hash or its subject to them. */
export const committersOf = (
  store: Store,
  { hash, subject, at }: { hash: string; subject: string; at: number },
): number[] =>
  store.column`select distinct event.session from session join event on event.session = session.row
    where session.began_at between ${at - MAX_SESSION_MS} and ${at + CLOCK_MS}
      and event.at between ${at - CLOCK_MS} and ${at + CLOCK_MS}
      and event.kind = 'result' and event.tool = 'run' and event.outcome = 'ok'
      and instr(event.command, 'commit') > 0
      and (instr(event.text, ${hash.slice(0, 7)}) > 0 or instr(event.command, ${subject}) > 0)`;

/** A session that runs longer has been resumed so often that its clock says nothing. */
const MAX_SESSION_MS = 60 * 24 * 3600 * 1000;
/** Git's time is the commit's, the log's that of its answer. */
const CLOCK_MS = 3 * 60 * 1000;

export interface TypedPrompt {
  event: string;
  at: number;
  text: string;
  tainted: boolean;
  /** What the agent had said last before it. */
  answers: string | null;
}

/** The prompts that led to a change: the one that its task began with, and the last one before it where that is another. */
export function promptsBehind(
  store: Store,
  { event, sessionRow, episode }: Pick<FileChange, 'event' | 'sessionRow' | 'episode'>,
): TypedPrompt[] {
  const prompt = (order: 'asc' | 'desc', of: Fragment): TypedPrompt[] =>
    store.rows`select lower(hex(id)) as event, at, text, tainted,
        (select said.text from event said where said.session = event.session and said.kind = 'reply'
          and said.agent is null and said.text <> '' and (said.at, said.offset) < (event.at, event.offset)
          order by said.at desc, said.offset desc, said.part desc limit 1) as answers
      from event where session = ${sessionRow} and kind = 'prompt' and agent is null and text <> '' and ${of}
        and (at, offset, part) <= (select at, offset, part from event where id = unhex(${event}))
      order by at ${raw(order)}, offset ${raw(order)}, part ${raw(order)} limit 1`.map(as({ tainted: flag }));
  const both = [
    ...prompt('asc', fragment`episode = (select row from episode where id = ${episode})`),
    ...prompt('desc', fragment`true`),
  ];
  return both.filter(({ event }, i) => event !== both[i - 1]?.event);
}
