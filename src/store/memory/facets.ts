import type { Store } from '../store.ts';
import { conditions, GROUP_SQL, type MemoryFilter } from './filters.ts';
import type { Row } from './memories.ts';

/** Memories that are alike in everything that the panel filters by, counted. */
export interface AlikeCount {
  group: string;
  type: string;
  status: string;
  tier: string;
  scope: string;
  source: string;
  needsReview: number;
  pinned: number;
  verified: number;
  stale: number;
  n: number;
}

/** Counts memories by everything the panel filters by, in one look; few combinations occur. */
export function alikeCounts(store: Store, filter: MemoryFilter, now: number): AlikeCount[] {
  const { where, given } = conditions(filter, now);
  return store
    .sql(
      `select ${GROUP_SQL} as "group", type, status, tier, scope, source, needs_review as needsReview, pinned, verified,
              row in (select memory from anchor where state <> 'fresh') as stale, count(*) as n
         from memory where ${where} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
    )
    .all(...given) as unknown as AlikeCount[];
}

/** The most frequent tags of the memories that a filter lets through. */
export function tagCounts(
  store: Store,
  filter: MemoryFilter,
  { now, limit }: { now: number; limit: number },
) {
  const { where, given } = conditions(filter, now);
  return store
    .sql(
      `select tag.value as tag, count(*) as n
         from (select tags from memory where tags <> '[]' and ${where}) some, json_each(some.tags) tag
        group by 1 order by n desc, 1 limit ?`,
    )
    .all(...given, limit) as unknown as { tag: string; n: number }[];
}

/** The episodes that prove memories, each pair once: by memory, where a filter lets it through. */
export const provenBy = (store: Store): { row: Row; episode: string }[] =>
  store
    .sql('select distinct memory as row, episode from evidence where episode is not null')
    .all() as unknown as { row: Row; episode: string }[];

/** The client of each episode's session, by the episode's id. */
export const clientsOfEpisodes = (store: Store): Map<string, string> =>
  new Map(
    store
      .sql('select episode.id, session.client from episode join session on session.row = episode.session')
      .all()
      .map(({ id, client }) => [id as string, client as string]),
  );

/** Rows that a filter lets through, in no order. */
export function rowsThrough(store: Store, filter: MemoryFilter, now: number): Row[] {
  const { where, given } = conditions(filter, now);
  return store
    .sql(`select row from memory where ${where}`)
    .all(...given)
    .map(({ row }) => row as Row);
}

/** Goes up with whatever is written to a file by this connection, or by another one. */
export const writesSeen = (store: Store): string =>
  Object.values(
    store.sql('select total_changes() as mine, data_version as others from pragma_data_version').get()!,
  ).join(' ');
