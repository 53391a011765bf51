import type { Client, Event, EventKind } from '../../model/event.ts';
import type { Store } from '../store.ts';
import { INSERT_EVENT, SELECT_EVENT, toEvent, UPDATE_EVENT, valuesOf } from './event-rows.ts';
import { newFileUses } from './file-uses.ts';
import { addTouches, type FileBatch, hasTouches, removeTouches } from './files.ts';
import { isKnown, isUnsettled, type LogFacts, putSession } from './sessions.ts';
import { isShadow, removeShadowOf } from './shadows.ts';
import { resultCounts } from './tool-days.ts';

/** An event on its way into a store. */
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

/** What was read from one log, in order. */
export interface EventBatch {
  client: Client;
  log: string;
  /** All of it is foreign text, until it comes again with a person's word for it. */
  foreign?: boolean | undefined;
  /** What is known of every session that has events here, now or from before, by its id. */
  sessions: ReadonlyMap<string, LogFacts>;
  events: readonly NewEvent[];
}

/** An event as it is kept, with its place in the file. */
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
  const met: FileBatch = { files: new Map(), uses: newFileUses() };
  const counts = resultCounts();
  // Read again, and this time because a person named it: its words are theirs now.
  const changed = new Set<number>(named);
  const shadows = new Set<number>();
  let added = 0;
  for (const event of events) {
    let session = rows.get(event.session);
    if (session === undefined) {
      session = putSession(store, client, batch.sessions.get(event.session)!, log);
      rows.set(event.session, session);
      met.uses.write(store);
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
      const old = store.sql(OWNER).get(event.id)! as unknown as EventOwner;
      const order = orderOf({ store, session, path, event }, old);
      if (order === 'same') touchAgain(old, session, event);
      if (order !== 'before') continue;
      if (!changed.has(old.session)) cleanTaint(store, old.session);
      changed.add(session).add(old.session);
      takeOff(old.row);
      store.sql(UPDATE_EVENT).run(...values, old.row);
      hang(old.row, event);
    }
  }
  // What is said of a session that has its events here already.
  for (const [id, facts] of batch.sessions)
    if (!rows.has(id) && isKnown(store, client, id)) putSession(store, client, facts, log);
  for (const session of changed) store.sql('update session set unsettled = 1 where row = ?').run(session);
  counts.write(store);
  met.uses.write(store);
  return { added, sessions: [...changed] };

  /** Everything that hangs on an event. A call's files are those of its result. */
  function hang(row: number, event: NewEvent): void {
    if (event.kind === 'call') return;
    const { at, files, outcome } = event;
    if (files.length > 0) addTouches(store, { event: row, at, files, outcome }, met);
    if (event.kind === 'result') counts.add(event);
  }

  /** Whoever reads a log again may see more in it than was seen before. */
  function touchAgain(old: EventOwner, session: number, { kind, at, files }: NewEvent): void {
    const { row, outcome } = old;
    if (kind === 'call' || hasTouches(store, row, files)) return;
    met.uses.write(store);
    removeTouches(store, row);
    addTouches(store, { event: row, at, files, outcome }, met);
    store.sql('update event set episode = null where row = ?').run(row);
    changed.add(session);
  }

  function takeOff(row: number): void {
    const old = eventAt(store, row)!;
    met.uses.write(store);
    removeTouches(store, row);
    if (old.kind === 'result') counts.add(old, -1);
  }
}

/** Notes that a person has named a log, and gives the sessions that were foreign until then. */
function vouchFor(store: Store, log: number): number[] {
  const { changes } = store.sql('update log set unasked = 0 where row = ? and unasked = 1').run(log);
  const sessions = changes === 0 ? [] : sessionsIn(store, log);
  for (const session of sessions) cleanTaint(store, session);
  return sessions;
}

/** Notes that nobody vouches for a log, and gives the sessions that were a person's until then. */
function disown(store: Store, log: number): number[] {
  const { changes } = store.sql('update log set unasked = 1 where row = ? and unasked = 0').run(log);
  return changes === 0 ? [] : sessionsIn(store, log);
}

const sessionsIn = (store: Store, log: number): number[] =>
  store
    .sql('select session from session_log where log = ?')
    .all(log)
    .map(({ session }) => session as number);

/** Whether all of a session is foreign text: what a CI run printed, or a log that no person vouched for. */
export const isForeignLog = (store: Store, session: number): boolean =>
  store
    .sql(
      `select 1 from session where row = ?1 and client = 'ci' union all
       select 1 from session_log join log on log.row = session_log.log where session = ?1 and unasked = 1 limit 1`,
    )
    .get(session) !== undefined;

/** The events of a session in the order they happened. */
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
  return store
    .sql(
      `${SELECT_EVENT} where event.session = ?1 and (?2 is null or at >= ?2)
         and (?3 is null or kind in (select value from json_each(?3)))
         order by at, offset, part, event.id limit ?4 offset ?5`,
    )
    .all(session, from ?? null, kinds ? JSON.stringify(kinds) : null, limit, offset)
    .map((found) => toEvent(store, found));
}

/** How many events a session has, of some kinds; and how many of those happened before each of some times. */
export function countEventsOf(
  store: Store,
  session: number,
  { kinds, before = [] }: { kinds?: readonly EventKind[] | undefined; before?: readonly number[] },
): { total: number; before: number[] } {
  const wanted = kinds ? JSON.stringify(kinds) : null;
  const count = store.sql(
    `select count(*) as n from event where session = ?1 and (?2 is null or at < ?2)
       and (?3 is null or kind in (select value from json_each(?3)))`,
  );
  const until = (at: number | null) => count.get(session, at, wanted)!.n as number;
  return { total: until(null), before: before.map(until) };
}

/** The rows of the episodes that some events belong to, by the event's row. */
export const episodesOfEvents = (store: Store, rows: readonly number[]): Map<number, string> =>
  new Map(
    store
      .sql(
        `select event.row, episode.id from event join episode on episode.row = event.episode
          where event.row in (select value from json_each(?))`,
      )
      .all(JSON.stringify(rows))
      .map(({ row, id }) => [row as number, id as string]),
  );

/** One event, by its place in the file. */
function eventAt(store: Store, row: number): KeptEvent | undefined {
  const found = store.sql(`${SELECT_EVENT} where event.row = ?`).get(row);
  return found && toEvent(store, found);
}

/** What decides on the taint of each event of a session, in the order they happened. */
export const taintSteps = (store: Store, session: number) =>
  store
    .sql(
      `select row, agent, kind, tool, command, outcome, hash is not null as isCut, tainted
         from event where session = ? order by at, offset, part, id`,
    )
    .all(session)
    .map(({ isCut, ...found }) => ({ ...found, isCut: isCut === 1 }) as unknown as TaintedStep);

interface TaintedStep extends Pick<KeptEvent, 'row' | 'agent' | 'kind' | 'tool' | 'command' | 'outcome'> {
  /** Of its text only a part is kept. */
  isCut: boolean;
  tainted: number;
}

/** The texts of a session's events, in the order they happened. */
export const textsOf = (store: Store, session: number): string[] =>
  store
    .sql('select text from event where session = ? order by at, offset, part, id')
    .all(session)
    .map(({ text }) => text as string);

/** The files that results of a session brought text of, or wrote as a whole, by the event's row. */
export const filesNamedIn = (
  store: Store,
  session: number,
): Map<number, { path: string; outside: boolean; way: 'read' | 'search' | 'write' }[]> =>
  Map.groupBy(
    store
      .sql(
        `select event.row, file.path, file.outside, touch.way from event join touch on touch.event = event.row
           join file on file.row = touch.file
          where event.session = ? and event.kind = 'result'
            and (touch.way in ('read', 'search') or (touch.way = 'write' and event.tool = 'write'))`,
      )
      .all(session)
      .map(({ row, path, outside, way }) => ({
        row: row as number,
        path: path as string,
        outside: outside === 1,
        way: way as 'read' | 'search' | 'write',
      })),
    ({ row }) => row,
  );

/**
 * Whether an agent wrote a file with a tool of its own in another session. What had come into that turn is not asked: it
 * would depend on which of the sessions is settled first.
 */
export const isWrittenElsewhere = (store: Store, path: string, session: number): boolean =>
  store
    .sql(
      `select 1 from file join touch on touch.file = file.row join event on event.row = touch.event
        where file.path = ? and touch.way = 'write' and event.tool = 'write' and event.session <> ? limit 1`,
    )
    .get(path, session) !== undefined;

/** Notes whose words an event holds: the project's own (0), a stranger's (1), an unknown program's (2). */
export function setTainted(store: Store, row: number, tainted: 0 | 1 | 2): void {
  store.sql('update event set tainted = ? where row = ?').run(tainted, row);
}

/** A session that loses an event to another may lose what tainted it. */
const cleanTaint = (store: Store, session: number) =>
  store.sql('update event set tainted = 0 where session = ? and tainted <> 0').run(session);

/** How many events there are, and sessions that have any. */
export const countEvents = (store: Store): { events: number; sessions: number } =>
  ({
    ...store
      .sql(
        `select (select count(*) from event) as events,
                (select count(*) from session where exists (select 1 from event where session = session.row)) as sessions`,
      )
      .get()!,
  }) as unknown as { events: number; sessions: number };

/** How many events each client's logs have brought. */
export const eventsByClient = (store: Store): Map<Client, number> =>
  new Map(
    store
      .sql(
        `select client, sum((select count(*) from event where session = session.row)) as events
          from session group by client`,
      )
      .all()
      .map(({ client, events }) => [client as Client, events as number]),
  );

/** Whether an event comes before its twin: by its session's beginning, then by where it stands. */
function orderOf(
  { store, session, path, event }: { store: Store; session: number; path: string; event: NewEvent },
  old: EventOwner,
): 'before' | 'same' | 'behind' {
  const mine = store.sql('select began_at, id from session where row = ?').get(session)!;
  const order = [
    [mine.began_at, old.began_at],
    [mine.id, old.session_id],
    [path, old.path],
    [event.offset, old.offset],
    [event.part, old.part],
  ] as [number | string, number | string][];
  const differs = order.find(([a, b]) => a !== b);
  return differs === undefined ? 'same' : differs[0] < differs[1] ? 'before' : 'behind';
}

/** An event that is known already, and whose it is. */
interface EventOwner {
  row: number;
  session: number;
  offset: number;
  part: number;
  outcome: Event['outcome'];
  path: string;
  began_at: number;
  session_id: string;
}

const OWNER = `
  select event.row, event.session, event.offset, event.part, event.outcome, log.path, s.began_at, s.id as session_id
    from event join log on log.row = event.log join session s on s.row = event.session where event.id = unhex(?)`;

function logRow(store: Store, path: string): number {
  const known = store.sql('select row from log where path = ?').get(path);
  return (known?.row ?? store.sql('insert into log (path) values (?)').run(path).lastInsertRowid) as number;
}

/** Whether some events, by their ids, are all there and none holds foreign words. */
export const areUntainted = (store: Store, ids: readonly string[]): boolean =>
  store
    .sql(
      'select count(*) as n from event where id in (select unhex(value) from json_each(?)) and tainted = 0',
    )
    .get(JSON.stringify(ids))!.n === new Set(ids).size;
