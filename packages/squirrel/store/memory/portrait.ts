import { MEMORY_GROUPS, type Memory, type Relation } from '@sqrl/base/model/memory.ts';
import { quotedFrom, type ToldFrom } from '@sqrl/base/model/sync/told.ts';
import { as, flag, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import type { KeptDraft } from '../drafts/drafts.ts';
import { conditions, GROUP_SQL, type MemoryFilter } from './filters.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

export type MemoryBrief = Pick<Memory, 'id' | 'type' | 'status' | 'text'>;

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
  store.keyed`select episode.id, task, session.id as session, session.client from episode
    join session on session.row = episode.session where episode.id in (select value from json_each(${ids}))`;

export const draftsInto = (
  store: Store,
  memory: string,
): (Pick<KeptDraft, 'id' | 'signal' | 'sessions' | 'at' | 'lastAt'> & {
  step: never;
  reason: string | null;
})[] =>
  store.rows`select id, signal, sessions, at, last_at, step, reason from draft
    where memory = ${memory} or id = ${memory} order by at, id`;

/** When files of the code last changed, by path; those the index does not know are left out. */
export const filesKnown = (store: Store, paths: readonly string[]): Map<string, number> =>
  store.pairs`select path, changed_at as at from code_file where path in (select value
    from json_each(${paths}))`;

/** A memory that an episode proves, with the events that prove it. */
export interface LearnedMemory extends Pick<Memory, 'id' | 'type' | 'text'> {
  episode: string;
  events: string[];
}

/** The memories that episodes prove; archived ones are left out. */
export const learnedIn = (store: Store, episodes: readonly string[]): LearnedMemory[] =>
  store.rows`select evidence.episode, evidence.events, memory.id, memory.type, substr(memory.text, 1,
    500) as text
    from evidence join memory on memory.row = evidence.memory
    where evidence.episode in (select value from json_each(${episodes})) and memory.status <> 'deprecated'
    order by evidence.at, memory.id`.map(as({ events: json }));

export interface ProofPlace {
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

export type MemorySort = keyof typeof ORDERS;

/** Of a sort, the value that decides, and whether more comes first. Stores and rows break ties, so that pages never overlap. */
const ORDERS = {
  /** Group by group, the newest first in each; a time has 13 digits. */
  group: {
    by: `(case ${GROUP_SQL} ${MEMORY_GROUPS.map((group, i) => `when '${group}' then ${i}`).join(' ')} end) * 1e14 - created_at`,
    way: 'asc',
  },
  newest: { by: 'created_at', way: 'desc' },
  oldest: { by: 'created_at', way: 'asc' },
  changed: { by: 'updated_at', way: 'desc' },
  used: { by: 'ifnull((select last_used_at from metrics where memory = memory.row), 0)', way: 'desc' },
  'most used': { by: 'ifnull((select uses from metrics where memory = memory.row), 0)', way: 'desc' },
  surest: { by: 'confidence', way: 'desc' },
  'least sure': { by: 'confidence', way: 'asc' },
} as const;

export interface RankedRow {
  row: Row;
  by: number;
}

/** The first places among the memories that a filter lets through. */
export function firstPlaces(
  store: Store,
  filter: MemoryFilter,
  { sort, limit, now }: { sort: MemorySort; limit: number; now: number },
): RankedRow[] {
  const { by, way } = ORDERS[sort];
  return store.rows`select row, ${raw(by)} as by from memory where ${conditions(filter, now)}
    order by by ${raw(way)}, row ${raw(way)} limit ${limit}`;
}

export const comparePlaces = (sort: MemorySort) => (a: RankedRow, b: RankedRow) =>
  ORDERS[sort].way === 'desc' ? b.by - a.by : a.by - b.by;

/** A memory with what lists of the panel show with it. */
export interface CardRow extends FoundMemory {
  stale: boolean;
  uses: number;
  opportunities: number;
  lastUsedAt: number | null;
}

export const cardRows = (store: Store, rows: readonly Row[]): Map<Row, CardRow> =>
  new Map(
    store.rows`select ${raw(memoryColumns)}, ifnull(metrics.uses, 0) as uses, metrics.last_used_at,
        ifnull(metrics.opportunities, 0) as opportunities,
        exists (select 1 from anchor where anchor.memory = memory.row and anchor.state <> 'fresh') as stale
       from memory left join metrics on metrics.memory = memory.row
      where memory.row in (select value from json_each(${rows}))`
      .map((found) => as<CardRow>({ stale: flag })(foundMemory(found)))
      .map((card) => [card.row, card]),
  );

/** What a list of memories is counted by. */
const FEATURES = {
  groups: GROUP_SQL,
  types: 'type',
  statuses: 'status',
  tiers: 'tier',
  scopes: 'scope',
  sources: 'source',
  stages: `case when status = 'deprecated' then 'archived' when needs_review then 'suggested' else 'active' end`,
};
export type MemoryFeature = keyof typeof FEATURES;

/** How many of the memories that a filter lets through there are of each value. */
export const countsBy = (
  store: Store,
  feature: MemoryFeature,
  filter: MemoryFilter,
  now: number,
): { value: string; n: number }[] =>
  store.rows`select ${raw(FEATURES[feature])} as value, count(*) as n
    from memory where ${conditions(filter, now)} group by 1`;

export const tagCounts = (
  store: Store,
  filter: MemoryFilter,
  { now, limit }: { now: number; limit: number },
): { value: string; n: number }[] =>
  store.rows`select tag.value as value, count(*) as n
    from (select tags from memory where tags <> '[]' and ${conditions(filter, now)}) some,
      json_each(some.tags) tag
    group by 1 order by n desc, 1 limit ${limit}`;

/** The episodes that prove memories, each pair once: by memory, where a filter lets it through. */
export const provenBy = (store: Store): { row: Row; episode: string }[] =>
  store.rows`select distinct memory as row, episode from evidence where episode is not null`;

export const clientsOfEpisodes = (store: Store): Map<string, string> =>
  store.pairs`select episode.id, session.client from episode join session on session.row = episode.session`;
