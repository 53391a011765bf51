import type { Store } from '@sqrl/base/sqlite/query.ts';
import { whileUnchanged } from '../memory/unchanged.ts';

/** What was said in one conversation, or in a part of a long one. It is another object once anything of it changed. */
interface Talk {
  session: number;
  agent: string | null;
  /** The places of its first and last message in their conversation. */
  from: number;
  to: number;
  at: number;
  length: number;
  rows: number[];
}

/** The talks of a store, with their messages in the order they were said. */
export interface TalkLayout {
  talks: readonly Talk[];
  /** By talk: its first message; after the last talk, the number of all messages. */
  firstOf: Int32Array;
  /** By message: its talk, when it was said, its characters, and whether the one before it is of the same conversation. */
  talkOf: Int32Array;
  at: Float64Array;
  length: Float64Array;
  follows: Uint8Array;
  /** The message of a passage, by the passage's row; -1 where there is none. */
  messageOf: Int32Array;
}

/** A long conversation is cut into talks of this many messages. */
const TALK_MESSAGES = 20;
/** Fewer than these at the end belong to the talk before. */
const FEWEST = 6;

interface PlacedMessage {
  event: number;
  ordinal: number;
  at: number;
  length: number;
  rows: number[];
}

interface CutTalk extends Talk {
  /** Whether another talk of the same conversation stands before it. */
  goesOn: boolean;
  messages: PlacedMessage[];
}

interface ReadTalks {
  sessions: Map<number, CutTalk[]>;
  last: number;
  count: number;
  layout: TalkLayout;
}

const readOf = new WeakMap<Store, ReadTalks>();

/** The talks of a store. Only sessions that have grown are read again. */
export const talksIn: (store: Store) => TalkLayout = whileUnchanged((store) => {
  const [last, count] = store.sql('select coalesce(max(row), 0), count(*) from passage').lists()[0] as [
    last: number,
    count: number,
  ];
  const before = readOf.get(store);
  if (before?.last === last && before.count === count) return before.layout;
  const added = before && sessionsAfter(store, before.last);
  // Where others were removed besides, all is read anew.
  const grown = before && added && before.count + added.count === count ? { ...before, added } : undefined;
  const sessions = grown?.sessions ?? new Map<number, CutTalk[]>();
  for (const [session, talks] of readSessions(store, grown?.added.sessions)) sessions.set(session, talks);
  const layout = laidOut([...sessions.values()].flat(), last);
  if (!store.db.isTransaction) readOf.set(store, { sessions, last: last, count: count, layout });
  return layout;
});

function sessionsAfter(store: Store, last: number): { sessions: number[]; count: number } {
  const found = store
    .sql(
      `select event.session, count(*) from passage join event on event.row = passage.event
        where passage.row > ? group by event.session`,
    )
    .lists(last) as [session: number, n: number][];
  return { sessions: found.map(([session]) => session), count: found.reduce((sum, [, n]) => sum + n, 0) };
}

type PlaceRow = [
  session: number,
  agent: string | null,
  event: number,
  ordinal: number,
  at: number,
  length: number,
  row: number,
];

const COLUMNS = `event.session, event.agent, event.row, passage.ordinal, event.at, event.length, passage.row`;

function readSessions(store: Store, sessions: readonly number[] | undefined): Map<number, CutTalk[]> {
  const found = (
    sessions
      ? store
          .sql(
            `select ${COLUMNS} from event join passage on passage.event = event.row
              where event.session in (select value from json_each(?))`,
          )
          .lists(JSON.stringify(sessions))
      : store
          .sql(
            `select ${COLUMNS} from passage indexed by passage_place
               join event indexed by event_place on event.row = passage.event`,
          )
          .lists()
  ) as PlaceRow[];
  // A subagent's messages are a conversation of their own within a session.
  const conversations = Map.groupBy(found, ([session, agent]) =>
    agent === null ? session : `${session} ${agent}`,
  );
  const bySession = new Map<number, CutTalk[]>();
  for (const rows of conversations.values()) {
    const [session, agent] = rows[0]!;
    const talks = cutTalks(session, agent, messagesOf(rows));
    bySession.set(session, [...(bySession.get(session) ?? []), ...talks]);
  }
  return bySession;
}

function messagesOf(rows: PlaceRow[]): PlacedMessage[] {
  const messages = new Map<number, PlacedMessage>();
  for (const [, , event, ordinal, at, length, row] of rows) {
    const known = messages.get(event);
    if (known) known.rows.push(row);
    else messages.set(event, { event, ordinal, at, length, rows: [row] });
  }
  return [...messages.values()].sort((a, b) => a.ordinal - b.ordinal);
}

function cutTalks(session: number, agent: string | null, messages: readonly PlacedMessage[]): CutTalk[] {
  const talks: CutTalk[] = [];
  for (let from = 0, to = 0; from < messages.length; from = to) {
    to = messages.length - from < TALK_MESSAGES + FEWEST ? messages.length : from + TALK_MESSAGES;
    const its = messages.slice(from, to);
    talks.push({
      ...{ session, agent, messages: its, goesOn: from > 0 },
      from: its[0]!.ordinal,
      to: its.at(-1)!.ordinal,
      at: its.reduce((latest, { at }) => Math.max(latest, at), 0),
      length: its.reduce((sum, { length }) => sum + length, 0),
      rows: its.flatMap(({ rows }) => rows),
    });
  }
  return talks;
}

function laidOut(talks: readonly CutTalk[], last: number): TalkLayout {
  const n = talks.reduce((sum, { messages }) => sum + messages.length, 0);
  const layout = {
    talks,
    firstOf: new Int32Array(talks.length + 1),
    talkOf: new Int32Array(n),
    at: new Float64Array(n),
    length: new Float64Array(n),
    follows: new Uint8Array(n),
    messageOf: new Int32Array(last + 1).fill(-1),
  };
  let message = 0;
  for (const [talk, { messages, goesOn }] of talks.entries()) {
    layout.firstOf[talk] = message;
    for (const { at, length, rows } of messages) {
      layout.talkOf[message] = talk;
      layout.at[message] = at;
      layout.length[message] = length;
      layout.follows[message] = goesOn || message > layout.firstOf[talk] ? 1 : 0;
      for (const row of rows) layout.messageOf[row] = message;
      message++;
    }
  }
  layout.firstOf[talks.length] = message;
  return layout;
}

/** Prompts that say what an episode is about. */
const MAX_PROMPTS = 2;

/** The rows of the passages with which the first prompts of each episode begin, by the episode's id. */
export const firstPassages: (store: Store) => ReadonlyMap<string, readonly number[]> = whileUnchanged(
  (store) => {
    const found = store
      .sql(
        `select episode.id, min(passage.row) from passage
           join event on event.row = passage.event
           join episode on episode.row = event.episode
          where event.kind = 'prompt' and event.agent is null
          group by event.row order by event.at, event.offset, event.part`,
      )
      .lists() as [episode: string, row: number][];
    return new Map(
      [...Map.groupBy(found, ([episode]) => episode)].map(([episode, rows]) => [
        episode,
        rows.slice(0, MAX_PROMPTS).map(([, row]) => row),
      ]),
    );
  },
);
