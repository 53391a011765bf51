import type { EventKind } from '@sqrl/base/model/event.ts';
import { as, type Fragment, flag, fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';

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

/** The lowest and the highest id that begin with some hex digits. */
export const eventRange = (digits: string): [low: string, high: string] => [
  digits.padEnd(EVENT_DIGITS, '0'),
  digits.padEnd(EVENT_DIGITS, 'f'),
];

/** Hex digits of an event's id. */
const EVENT_DIGITS = 32;

/**
 * The place of an event among those of its session, of some kinds, from nought; undefined where it is not among them. The
 * first digits of its id will do.
 */
export function indexOfEvent(
  store: Store,
  { session, digits, kinds }: { session: number; digits: string; kinds?: readonly EventKind[] | undefined },
): number | undefined {
  const isWanted = fragment`(${kinds} is null or kind in (select value from json_each(${kinds})))`;
  const [low, high] = eventRange(digits);
  return store.value`select (select count(*) from event where session = ${session} and ${isWanted}
      and (at, offset, part, id) < (here.at, here.offset, here.part, here.id))
    from event here where session = ${session} and ${isWanted} and id between unhex(${low}) and unhex(${high})
    order by id limit 1`;
}

/** The session of an event, and where in a log it stands; the first digits of its id will do. */
export function eventPlace(
  store: Store,
  digits: string,
): (Record<'session' | 'log', string> & Record<'offset' | 'bytes', number>) | undefined {
  const [low, high] = eventRange(digits);
  return store.row`select session.id as session, log.path as log, event.offset, event.bytes
    from event join session on session.row = event.session join log on log.row = event.log
    where event.id between unhex(${low}) and unhex(${high}) order by event.id limit 1`;
}

/** An event whose text may hold something that is forgotten. */
export interface EventText {
  row: number;
  session: number;
  text: string;
}

export const eventTexts = (store: Store, ids: readonly string[]): EventText[] =>
  store.rows`select row, session, text from event where id in (select unhex(value)
    from json_each(${ids.filter((id) => /^(?:[0-9a-f]{2})+$/i.test(id))})) order by row`;

export const eventsOfPassages = (store: Store, passages: readonly number[]): EventText[] =>
  store.rows`select row, session, text from event
    where row in (select event from passage where row in (select value from json_each(${passages})))
      order by row`;

/** Writes an event's text without what was forgotten of it. All that was derived from its session is to be derived anew. */
export function setForgottenText(store: Store, { row, session, text }: EventText): void {
  store.run`update event set text = ${text} where row = ${row}`;
  store.run`update session set unsettled = 1, rules = 0 where row = ${session}`;
}

export const sessionOfEvent = (store: Store, event: number): number =>
  store.value`select session from event where row = ${event}`;
