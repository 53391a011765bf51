import type { MemoryType, Relation, Status } from '@sqrl/base/model/memory.ts';
import { quotedFrom, type ToldFrom } from '@sqrl/base/model/sync/told.ts';
import { as, flag, json, type Store } from '@sqrl/base/sqlite/query.ts';
import type { Row } from './memories.ts';

export interface MemoryBrief {
  id: string;
  type: MemoryType;
  status: Status;
  text: string;
}

/** Memories by their ids, shortly, words of others quoted; those that are not here are left out. */
export const shortOnes = (store: Store, ids: readonly string[]): Map<string, MemoryBrief> =>
  new Map(
    store.rows`select id, type, status, text, user_id, via, tainted, verified from memory
      where id in (select value from json_each(${ids}))`
      .map(as<MemoryBrief & ToldFrom>({ tainted: flag, verified: flag }))
      .map(({ id, type, status, text, ...from }) => [id, { id, type, status, text: quotedFrom(from, text) }]),
  );

export const relationsTo = (store: Store, id: string): (Omit<Relation, 'to'> & { from: string })[] =>
  store.rows`select memory.id as "from", kind, relation.confidence from relation
    join memory on memory.row = relation.memory where target = ${id} order by kind, memory.id`;

export const learnedBeside = (store: Store, row: Row, limit: number): MemoryBrief[] =>
  store.rows`select distinct memory.id, type, status, text from evidence mine
     join evidence other on other.episode = mine.episode and other.memory <> mine.memory
     join memory on memory.row = other.memory
    where mine.memory = ${row} and mine.episode is not null order by memory.id limit ${limit}`;

export const countTold = (store: Store, memory: string): { deliveries: number; outcomes: number } =>
  store.row`select (select count(*) from injection_memory where memory = ${memory}) as deliveries,
    (select count(*) from outcome where memory = ${memory} and before = 0) as outcomes`!;

/** What episodes were about and in which session they were, by their ids. */
export const episodesNamed = (
  store: Store,
  ids: readonly string[],
): Map<string, { task: string; session: string; client: string }> =>
  new Map(
    store.rows`select episode.id, task, session.id as session, session.client from episode
      join session on session.row = episode.session where episode.id in (select value from json_each(${ids}))`.map(
      ({ id, task, session, client }) => [id as string, { task, session, client } as never],
    ),
  );

export const draftsInto = (store: Store, memory: string) =>
  store.rows`select id, signal, sessions, at, last_at, step, reason from draft
    where memory = ${memory} or id = ${memory} order by at, id`.map(as({})) as unknown as {
    id: string;
    signal: string;
    sessions: number;
    at: number;
    lastAt: number;
    step: never;
    reason: string | null;
  }[];

/** When files of the code last changed, by path; those the index does not know are left out. */
export const filesKnown = (store: Store, paths: readonly string[]): Map<string, number> =>
  store.pairs`select path, changed_at as at from code_file where path in (select value
    from json_each(${paths}))`;

/** A memory that an episode proves, with the events that prove it. */
export interface LearnedMemory {
  episode: string;
  events: string[];
  id: string;
  type: MemoryType;
  text: string;
}

/** The memories that episodes prove; archived ones are left out. */
export const learnedIn = (store: Store, episodes: readonly string[]): LearnedMemory[] =>
  store.rows`select evidence.episode, evidence.events, memory.id, memory.type, substr(memory.text, 1,
    500) as text
    from evidence join memory on memory.row = evidence.memory
    where evidence.episode in (select value from json_each(${episodes})) and memory.status <> 'deprecated'
    order by evidence.at, memory.id`.map(as({ events: json }));

export interface ProofPlace {
  /** The event's id. */
  event: string;
  /** The session's client and id: `claude-code:0f1e…`. */
  session: string;
  /** The log, and the first byte of its record there. */
  log: string;
  offset: number;
  /** Whole, where it is a commit. */
  commit: string | null;
}

/** Where these events stand; those that are not in this store are left out. */
export const placesOf = (store: Store, events: readonly string[]): Map<string, ProofPlace> =>
  new Map(
    store.rows`select lower(hex(event.id)) as event, session.client || ':' || session.id as session,
      log.path as log,
            event.offset, case event.kind when 'commit' then event.command end as "commit"
       from event join session on session.row = event.session join log on log.row = event.log
      where event.id in (select unhex(value)
        from json_each(${events.filter((id) => /^(?:[0-9a-f]{2})+$/i.test(id))}))`.map((found) => [
      found.event as string,
      { ...found } as unknown as ProofPlace,
    ]),
  );
