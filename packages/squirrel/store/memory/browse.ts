import { MEMORY_GROUPS } from '@sqrl/base/model/memory.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { conditions, GROUP_SQL, type MemoryFilter } from './filters.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

/** How a list of memories may be ordered. */
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
