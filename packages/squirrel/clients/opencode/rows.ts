import { HOUR_MS } from '@sqrl/base/durations.ts';
import type { ForeignDatabase, ForeignQuery, ForeignRow } from '../../store/foreign/foreign.ts';

export interface OpencodeMessage {
  row: number;
  id: string;
  updated: number;
  data: unknown;
  parts: readonly { id: string; data: unknown }[];
  /** An assistant's message came after it in the same session. */
  answered: boolean;
  /** When anything was last changed: the clock of the file. */
  newest: number;
  /** Its own session, the one that started that, and so on. */
  sessions: readonly ForeignRow[];
  /** The session that its session was copied from. */
  forkedFrom: string | null;
}

export interface OpencodePlace {
  /** The last message that was read, by its row. */
  row: number;
  id: string;
  /** When the newest message that was read had last been changed. */
  newest: number;
}

/** Messages that came after a place, in the order of their rows. */
export function* messagesSince(foreign: ForeignDatabase, place: OpencodePlace): Iterable<OpencodeMessage> {
  const known = new Map<string, ForeignRow[]>();
  const { since, ...from } = whereToStart(foreign, place);
  for (let after = from.after; ; ) {
    const batch = foreign.read((ask) => {
      const newest = newestIn(ask);
      return ask(
        `select rowid as row, * from message where rowid > ? and time_updated >= ? order by rowid limit ${BATCH_ROWS}`,
        after,
        since,
      ).map((row) => wholeMessage(ask, row, newest, known));
    });
    yield* batch;
    if (batch.length < BATCH_ROWS) return;
    after = batch.at(-1)!.row;
  }
}

export const messageById = (foreign: ForeignDatabase, id: string): OpencodeMessage | undefined =>
  foreign.read((ask) => {
    const [row] = ask('select rowid as row, * from message where id = ?', id);
    return row && wholeMessage(ask, row, newestIn(ask), new Map());
  });

/** Records of the kind that newer versions may come to write instead, of which only the type is known. */
export const newerRecords = (foreign: ForeignDatabase, after: number): ForeignRow[] =>
  foreign.columns('session_message').size === 0
    ? []
    : foreign.read((ask) =>
        ask(
          'select rowid as row, id, type from session_message where rowid > ? order by rowid limit 1000',
          after,
        ),
      );

// Enough to spare round trips, few enough that their owner never notices.
const BATCH_ROWS = 50;

/** The deepest that subagents are followed upwards. */
const MAX_DEPTH = 16;

/**
 * A row's number is given anew when the last ones were deleted, which undoing a prompt does. Where the place is no
 * longer what it was, whatever was changed since then is read again.
 */
function whereToStart(
  foreign: ForeignDatabase,
  { row, id, newest }: OpencodePlace,
): { after: number; since: number } {
  if (row === 0) return { after: 0, since: 0 };
  const [there] = foreign.read((ask) => ask('select id from message where rowid = ?', row));
  return there?.id === id ? { after: row, since: 0 } : { after: 0, since: newest - HOUR_MS };
}

const newestIn = (ask: ForeignQuery): number =>
  Number(ask('select max(time_updated) as newest from session')[0]?.newest ?? 0);

function wholeMessage(
  ask: ForeignQuery,
  row: ForeignRow,
  newest: number,
  known: Map<string, ForeignRow[]>,
): OpencodeMessage {
  const session = String(row.session_id);
  const sessions = known.get(session) ?? sessionAndParents(ask, session);
  known.set(session, sessions);
  return {
    row: Number(row.row),
    id: String(row.id),
    updated: Number(row.time_updated),
    data: row.data,
    parts: ask('select id, data from part where message_id = ? order by id', String(row.id)) as {
      id: string;
      data: unknown;
    }[],
    answered: isAnswered(ask, row),
    newest,
    sessions,
    forkedFrom: forkedFrom(ask, sessions),
  };
}

function sessionAndParents(ask: ForeignQuery, id: string): ForeignRow[] {
  const chain: ForeignRow[] = [];
  for (let next: unknown = id; typeof next === 'string' && chain.length < MAX_DEPTH; ) {
    const [session] = ask('select * from session where id = ?', next);
    if (!session || chain.some((other) => other.id === session.id)) break;
    chain.push(session);
    next = session.parent_id;
  }
  return chain;
}

const isAnswered = (ask: ForeignQuery, row: ForeignRow): boolean =>
  ask(
    `select 1 from message where session_id = ? and (time_created, id) > (?, ?)
        and case when json_valid(data) then data ->> '$.role' end = 'assistant' limit 1`,
    String(row.session_id),
    Number(row.time_created),
    String(row.id),
  ).length > 0;

/**
 * A fork is a copy with new ids and no link. Its title says that it is one, and its messages keep the moment at which
 * they were first made.
 */
function forkedFrom(ask: ForeignQuery, sessions: ForeignRow[]): string | null {
  const fork = sessions.at(-1);
  if (!fork || !/ \(fork #\d+\)$/.test(String(fork.title))) return null;
  if (fork.forked_from === undefined)
    fork.forked_from =
      ask(
        `select other.id from message as copy
            join message as original on original.time_created = copy.time_created and original.session_id <> copy.session_id
            join session as other on other.id = original.session_id and other.time_created < ?2
          where copy.session_id = ?1
            and copy.id = (select id from message where session_id = ?1 order by time_created, id limit 1)
          order by other.time_created limit 1`,
        String(fork.id),
        Number(fork.time_created),
      )[0]?.id ?? null;
  return fork.forked_from as string | null;
}
