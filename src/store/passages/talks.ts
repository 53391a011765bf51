import { whileUnchanged } from '../memory/unchanged.ts';
import type { Store } from '../store.ts';

/** What was said in one conversation, or in a part of a long one. */
export interface Talk {
  session: number;
  agent: string | null;
  /** The places of its first and last message in their conversation. */
  from: number;
  to: number;
  /** When the last of it was said. */
  at: number;
  /** Characters of its messages. */
  length: number;
}

/** The talks of a store, with their messages in the order they were said. */
export interface TalkLayout {
  talks: readonly Talk[];
  /** By message: its talk, when it was said, and whether the one before it is of the same conversation. */
  talkOf: Int32Array;
  at: Float64Array;
  follows: Uint8Array;
  /** The message of a passage, by the passage's row; -1 where there is none. */
  messageOf: Int32Array;
}

/** A long conversation is cut into talks of this many messages. */
const TALK_MESSAGES = 20;
/** Fewer than these at the end belong to the talk before. */
const FEWEST = 6;

interface Place {
  row: number;
  event: number;
  agent: string | null;
  ordinal: number;
  at: number;
  length: number;
}

/** What was read of a store. */
interface Read {
  sessions: Map<number, Place[]>;
  last: number;
  count: number;
  layout: TalkLayout;
}

const readOf = new WeakMap<Store, Read>();

/** The talks of a store. Only sessions that have grown are read again. */
export const talksIn: (store: Store) => TalkLayout = whileUnchanged((store) => {
  const [last, count] = store.sql('select coalesce(max(row), 0), count(*) from passage').lists()[0]! as [
    number,
    number,
  ];
  const before = readOf.get(store);
  if (before?.last === last && before.count === count) return before.layout;
  const grown = before && sessionsAfter(store, before.last);
  // Where others were removed besides, all is read anew.
  const isGrown = before !== undefined && grown !== undefined && before.count + grown.added === count;
  const sessions = isGrown ? before.sessions : new Map<number, Place[]>();
  const fresh = placesIn(store, isGrown ? grown.sessions : undefined);
  for (const [session, places] of fresh) sessions.set(session, places);
  const read = { sessions, last, count, layout: laidOut(sessions, last) };
  if (!store.db.isTransaction) readOf.set(store, read);
  return read.layout;
});

function sessionsAfter(store: Store, last: number): { sessions: number[]; added: number } {
  const found = store
    .sql(
      `select event.session, count(*) from passage join event on event.row = passage.event
        where passage.row > ? group by event.session`,
    )
    .lists(last);
  return {
    sessions: found.map(([session]) => session as number),
    added: found.reduce((sum, [, n]) => sum + (n as number), 0),
  };
}

const PLACES = `select event.session, passage.row, event.row, event.agent, passage.ordinal, event.at, event.length
  from passage indexed by passage_place join event indexed by event_place on event.row = passage.event`;

/** The places of the passages of some sessions, or of all, in the order they were said. */
function placesIn(store: Store, sessions: readonly number[] | undefined): Map<number, Place[]> {
  const found = sessions
    ? store
        .sql(
          `select event.session, passage.row, event.row, event.agent, passage.ordinal, event.at, event.length
             from event join passage on passage.event = event.row
            where event.session in (select value from json_each(?))`,
        )
        .lists(JSON.stringify(sessions))
    : store.sql(PLACES).lists();
  const bySession = new Map<number, Place[]>();
  for (const [session, row, event, agent, ordinal, at, length] of found) {
    const places = bySession.get(session as number) ?? [];
    bySession.set(session as number, places);
    places.push({ row, event, agent, ordinal, at, length } as Place);
  }
  for (const places of bySession.values())
    places.sort(
      (a, b) =>
        (a.agent === b.agent ? 0 : (a.agent ?? '') < (b.agent ?? '') ? -1 : 1) ||
        a.ordinal - b.ordinal ||
        a.row - b.row,
    );
  return bySession;
}

function laidOut(sessions: ReadonlyMap<number, readonly Place[]>, last: number): TalkLayout {
  const messageOf = new Int32Array(last + 1).fill(-1);
  const talks: Talk[] = [];
  const talkOf: number[] = [];
  const at: number[] = [];
  const follows: number[] = [];
  for (const [session, places] of sessions) {
    for (let start = 0, end = 0; start < places.length; start = end) {
      // One conversation after the other.
      while (end < places.length && places[end]!.agent === places[start]!.agent) end++;
      const first = talkOf.length;
      let event = -1;
      for (let i = start; i < end; i++) {
        const place = places[i]!;
        if (place.event !== event) {
          const isFirst = talkOf.length === first;
          const said = talkOf.length - first;
          const isNew = isFirst || (said % TALK_MESSAGES === 0 && messagesFrom(places, i, end) >= FEWEST);
          if (isNew)
            talks.push({ session, agent: place.agent, from: place.ordinal, to: 0, at: 0, length: 0 });
          talkOf.push(talks.length - 1);
          at.push(place.at);
          follows.push(isFirst ? 0 : 1);
          const talk = talks.at(-1)!;
          talk.to = place.ordinal;
          talk.at = Math.max(talk.at, place.at);
          talk.length += place.length;
        }
        event = place.event;
        messageOf[place.row] = talkOf.length - 1;
      }
    }
  }
  return {
    talks,
    talkOf: Int32Array.from(talkOf),
    at: Float64Array.from(at),
    follows: Uint8Array.from(follows),
    messageOf,
  };
}

/** How many messages begin from a place on, counted no further than matters. */
function messagesFrom(places: readonly Place[], from: number, end: number): number {
  let n = 0;
  for (let i = from; i < end && n < FEWEST; i++)
    if (i === from || places[i]!.event !== places[i - 1]!.event) n++;
  return n;
}
