import type { Client, Event, EventKind } from '@sqrl/base/model/event.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import {
  addTouches,
  hasTouches,
  INSERT_EVENT,
  removeTouches,
  SELECT_EVENT,
  toEvent,
  UPDATE_EVENT,
  valuesOf,
} from './files.ts';
import { isKnown, isShadow, isUnsettled, type LogFacts, putSession, removeShadowOf } from './sessions.ts';

export interface NewEvent extends Omit<Event, 'id' | 'client' | 'tainted' | 'place'> {
  /** Sixteen bytes in hexadecimal: the database turns them into bytes for less than a Buffer costs. */
  id: string;
  offset: number;
  bytes: number;
  /** Its place among the events of one record. */
  part: number;
  /** The folder that a command worked in, below the repository; null for the repository itself. */
  folder?: string | null;
}

export interface EventBatch {
  client: Client;
  log: string;
  /** All of it is foreign text, until it comes again with a person's word for it. */
  foreign?: boolean | undefined;
  /** What is known of every session that has events here, now or from before, by its id. */
  sessions: ReadonlyMap<string, LogFacts>;
  events: readonly NewEvent[];
}

export interface KeptEvent extends Event {
  row: number;
}

/**
 * Adds the events of a log that are not there yet; to be called in a transaction. Where one is known from another log
 * (a fork repeats what came before it), it belongs to the session that began first, whichever was read first.
 */
export function addEvents(store: Store, batch: EventBatch): { added: number; sessions: number[] } {
  const { client, log: path, events } = batch;
  const log = logRow(store, path);
  const rows = new Map<string, number>();
  const named = batch.foreign ? disown(store, log) : vouchFor(store, log);
  const files = new Map<string, number>();
  // Read again, and this time because a person named it: its words are theirs now.
  const changed = new Set<number>(named);
  const shadows = new Set<number>();
  let added = 0;
  for (const event of events) {
    let session = rows.get(event.session);
    if (session === undefined) {
      session = putSession(store, client, batch.sessions.get(event.session)!, log);
      rows.set(event.session, session);
      for (const shadow of removeShadowOf(store, client, event.session)) changed.add(shadow);
      if (isShadow(store, client, event.session)) {
        shadows.add(session);
        if (isUnsettled(store, session)) changed.add(session);
      }
    }
    if (shadows.has(session)) continue;
    const values = valuesOf(event, session, log);
    const { changes, lastInsertRowid } = store.sql(INSERT_EVENT).run(event.id, ...values);
    if (changes === 1) {
      added++;
      changed.add(session);
      hang(lastInsertRowid as number, event);
    } else {
      const old = ownerOf(store, event.id);
      const order = orderOf({ store, session, path, event }, old);
      if (order === 'same') touchAgain(old, session, event);
      if (order !== 'before') continue;
      if (!changed.has(old.session)) cleanTaint(store, old.session);
      changed.add(session).add(old.session);
      removeTouches(store, old.row);
      store.sql(UPDATE_EVENT).run(...values, old.row);
      hang(old.row, event);
    }
  }
  // What is said of a session that has its events here already.
  for (const [id, facts] of batch.sessions)
    if (!rows.has(id) && isKnown(store, client, id)) putSession(store, client, facts, log);
  for (const session of changed) store.run`update session set unsettled = 1 where row = ${session}`;
  return { added, sessions: [...changed] };

  /** A call's files are those of its result. */
  function hang(
    row: number,
    { kind, at, files: touched, outcome }: Pick<NewEvent, 'kind' | 'at' | 'files' | 'outcome'>,
  ): void {
    if (kind !== 'call') addTouches(store, { event: row, at, files: touched, outcome }, files);
  }

  /** Whoever reads a log again may see more in it than was seen before. */
  function touchAgain({ row, outcome }: EventOwner, session: number, event: NewEvent): void {
    if (event.kind === 'call' || hasTouches(store, row, event.files)) return;
    removeTouches(store, row);
    hang(row, { ...event, outcome });
    store.run`update event set episode = null where row = ${row}`;
    changed.add(session);
  }
}

/** Notes that a person has named a log, and gives the sessions that were foreign until then. */
function vouchFor(store: Store, log: number): number[] {
  const { changes } = store.run`update log set unasked = 0 where row = ${log} and unasked = 1`;
  const sessions = changes === 0 ? [] : sessionsIn(store, log);
  for (const session of sessions) cleanTaint(store, session);
  return sessions;
}

/** Notes that nobody vouches for a log, and gives the sessions that were a person's until then. */
function disown(store: Store, log: number): number[] {
  const { changes } = store.run`update log set unasked = 1 where row = ${log} and unasked = 0`;
  return changes === 0 ? [] : sessionsIn(store, log);
}

const sessionsIn = (store: Store, log: number): number[] =>
  store.column`select session from session_log where log = ${log}`;

/** Whether all of a session is foreign text: what a CI run printed, or a log that no person vouched for. */
export const isForeignLog = (store: Store, session: number): boolean =>
  store.row`select 1 from session where row = ${session} and client = 'ci' union all
    select 1 from session_log join log on log.row = session_log.log where session = ${session} and unasked = 1
      limit 1` !== undefined;

export function eventsOf(
  store: Store,
  session: number,
  {
    kinds,
    from,
    limit = -1,
    offset = 0,
  }: { kinds?: readonly EventKind[] | undefined; from?: number; limit?: number; offset?: number } = {},
): KeptEvent[] {
  return store.rows`${raw(SELECT_EVENT)} where event.session = ${session} and (${from} is null or at >= ${from})
    and (${kinds} is null or kind in (select value from json_each(${kinds})))
    order by at, offset, part, event.id limit ${limit} offset ${offset}`.map((found) =>
    toEvent(store, found),
  );
}

export function countEventsOf(
  store: Store,
  session: number,
  { kinds, before = [] }: { kinds?: readonly EventKind[] | undefined; before?: readonly number[] },
): { total: number; before: number[] } {
  const until = (at?: number): number =>
    store.value`select count(*) from event where session = ${session} and (${at} is null or at < ${at})
      and (${kinds} is null or kind in (select value from json_each(${kinds})))`;
  return { total: until(), before: before.map((at) => until(at)) };
}

export const episodesOfEvents = (store: Store, rows: readonly number[]): Map<number, string> =>
  store.pairs`select event.row, episode.id from event join episode on episode.row = event.episode
    where event.row in (select value from json_each(${rows}))`;

/** What decides on the taint of each event of a session, in the order they happened. */
export const taintSteps = (store: Store, session: number): TaintedStep[] =>
  store.rows`select row, agent, kind, tool, command, outcome, hash is not null as isCut, tainted
    from event where session = ${session} order by at, offset, part, id`.map(as({ isCut: flag }));

interface TaintedStep extends Pick<KeptEvent, 'row' | 'agent' | 'kind' | 'tool' | 'command' | 'outcome'> {
  /** Of its text only a part is kept. */
  isCut: boolean;
  tainted: number;
}

export const textsOf = (store: Store, session: number): string[] =>
  store.column`select text from event where session = ${session} order by at, offset, part, id`;

/** The files that results of a session brought text of, or wrote as a whole, by the event's row. */
export const filesNamedIn = (store: Store, session: number): Map<number, NamedFile[]> =>
  Map.groupBy(
    store.rows`select event.row, file.path, file.outside, touch.way from event
      join touch on touch.event = event.row
       join file on file.row = touch.file
      where event.session = ${session} and event.kind = 'result'
        and (touch.way in ('read', 'search') or (touch.way = 'write' and event.tool = 'write'))`.map(
      as<NamedFile>({ outside: flag }),
    ),
    ({ row }) => row,
  );

interface NamedFile {
  row: number;
  path: string;
  outside: boolean;
  way: 'read' | 'search' | 'write';
}

/**
 * Whether an agent wrote a file with a tool of its own in another session. What had come into that turn is not asked: it
 * would depend on which of the sessions is settled first.
 */
export const isWrittenElsewhere = (store: Store, path: string, session: number): boolean =>
  store.row`select 1 from file join touch on touch.file = file.row join event on event.row = touch.event
    where file.path = ${path} and touch.way = 'write' and event.tool = 'write' and event.session <> ${session}
      limit 1` !== undefined;

/** Notes whose words an event holds: the project's own (0), a stranger's (1), an unknown program's (2). */
export function setTainted(store: Store, row: number, tainted: 0 | 1 | 2): void {
  store.run`update event set tainted = ${tainted} where row = ${row}`;
}

/** A session that loses an event to another may lose what tainted it. */
const cleanTaint = (store: Store, session: number) =>
  store.run`update event set tainted = 0 where session = ${session} and tainted <> 0`;

/** How many events there are, and sessions of agents that have any: a project's commits and CI runs are not a session. */
export const countEvents = (store: Store): { events: number; sessions: number } =>
  store.row`select (select count(*) from event) as events,
    (select count(*) from session where client not in ('git', 'ci')
      and exists (select 1 from event where session = session.row)) as sessions`!;

export const eventsByClient = (store: Store): Map<Client, number> =>
  store.pairs`select client, sum((select count(*) from event where session = session.row)) as events
    from session group by client`;

/** Whether an event comes before its twin: by its session's beginning, then by where it stands. */
function orderOf(
  { store, session, path, event }: { store: Store; session: number; path: string; event: NewEvent },
  old: EventOwner,
): 'before' | 'same' | 'behind' {
  const mine = store.row`select began_at, id from session where row = ${session}`!;
  const order = [
    [mine.beganAt, old.beganAt],
    [mine.id, old.sessionId],
    [path, old.path],
    [event.offset, old.offset],
    [event.part, old.part],
  ] as [number | string, number | string][];
  const differs = order.find(([a, b]) => a !== b);
  return differs === undefined ? 'same' : differs[0] < differs[1] ? 'before' : 'behind';
}

/** An event that is known already, and whose it is. */
interface EventOwner extends Record<'row' | 'session' | 'offset' | 'part' | 'beganAt', number> {
  outcome: Event['outcome'];
  path: string;
  sessionId: string;
}

const ownerOf = (store: Store, id: string): EventOwner =>
  store.row`select event.row, event.session, event.offset, event.part, event.outcome, log.path, s.began_at,
      s.id as session_id
    from event join log on log.row = event.log join session s on s.row = event.session
      where event.id = unhex(${id})`!;

function logRow(store: Store, path: string): number {
  const known = store.value<number | undefined>`select row from log where path = ${path}`;
  return known ?? store.insert('log', { path });
}

/** Whether some events, by their ids, are all there and none holds foreign words. */
export const areUntainted = (store: Store, ids: readonly string[]): boolean =>
  store.value`select count(*) as n from event where id in (select unhex(value) from json_each(${ids}))
    and tainted = 0` === new Set(ids).size;
