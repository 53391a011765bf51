import type { Status } from '@sqrl/base/model/memory.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { countWhere, type MemoryFilter, rowsWhere } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import {
  clientsOfEpisodes,
  countsBy,
  type MemoryFeature,
  provenBy,
  tagCounts,
} from '../store/memory/portrait.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';

type FacetCounts = Record<string, number>;

const MAX_TAGS = 40;

const LISTED = ['groups', 'types', 'statuses', 'tiers', 'scopes', 'sources'] as const;
const MARKS = ['needsReview', 'pinned', 'verified', 'stale'] as const;
const EVERY: Status[] = ['provisional', 'active', 'deprecated'];

/** Counts for every filter, all others held as they are; of the answers to a question only those, by the stores that hold them. */
export function countFacets(engine: Engine, filter: ListFilter, among?: ReadonlyMap<IndexedStore, Row[]>) {
  const now = engine.now();
  const within = (indexedStore: IndexedStore, wanted: ListFilter): MemoryFilter => ({
    ...filterFor(engine, indexedStore, wanted),
    ...(among && { rows: among.get(indexedStore) ?? [] }),
  });
  const by = (feature: MemoryFeature, wanted: ListFilter) =>
    counted(engine.indexedStores.flatMap((each) => countsBy(each.store, feature, within(each, wanted), now)));
  const marked = (wanted: ListFilter) =>
    engine.indexedStores.reduce((sum, each) => sum + countWhere(each.store, within(each, wanted), now), 0);
  const { needsReview: _, ...anyStage } = filter;
  return {
    ...tableOf(LISTED, (feature) =>
      by(feature, { ...filter, [feature]: feature === 'statuses' ? EVERY : undefined }),
    ),
    stages: by('stages', { ...anyStage, statuses: EVERY }),
    clients: clientCounts(engine, filter, within),
    tags: frequentTags(engine, filter, within),
    ...tableOf(MARKS, (mark) => marked({ ...filter, [mark]: true })),
  };
}

type Within = (indexedStore: IndexedStore, wanted: ListFilter) => MemoryFilter;

function clientCounts(engine: Engine, { clients: _, ...filter }: ListFilter, within: Within): FacetCounts {
  return counted(
    engine.indexedStores.flatMap((indexedStore) => {
      const from = clientsOf(engine, indexedStore);
      if (from.size === 0) return [];
      const rows = [...rowsWhere(indexedStore.store, within(indexedStore, filter), engine.now())];
      return rows.flatMap((row) => [...(from.get(row) ?? [])].map((value) => ({ value, n: 1 })));
    }),
  );
}

/** Tags are asked for together, so others that would leave something are listed with those chosen. */
function frequentTags(engine: Engine, filter: ListFilter, within: Within): FacetCounts {
  const page = { now: engine.now(), limit: MAX_TAGS * 2 };
  const counts = counted(
    engine.indexedStores.flatMap((indexedStore) =>
      tagCounts(indexedStore.store, within(indexedStore, filter), page),
    ),
  );
  return Object.fromEntries(Object.entries(counts).sort(byCount).slice(0, MAX_TAGS));
}

function counted(all: readonly { value: string; n: number }[]): FacetCounts {
  const counts: FacetCounts = {};
  for (const { value, n } of all) counts[value] = (counts[value] ?? 0) + n;
  return counts;
}

/** A value for each key. */
export const tableOf = <K extends string, T>(keys: readonly K[], entryOf: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, entryOf(key)])) as Record<K, T>;

const byCount = (a: [string, number], b: [string, number]): number => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);

type ListFilter = Parsed<'list'>['filter'];

/** The filter as one store understands it: the client of a memory follows from sessions, which are in the project's store. */
export function filterFor(
  engine: Engine,
  indexedStore: IndexedStore,
  { clients, ...filter }: ListFilter,
): MemoryFilter {
  if (!clients?.length) return filter;
  const wanted = new Set<string>(clients);
  const rows = [...clientsOf(engine, indexedStore)].filter(([, of]) => !of.isDisjointFrom(wanted));
  return { ...filter, rows: rows.map(([row]) => row) };
}

/** The clients that each memory of a store was learned from. */
export function clientsOf(engine: Engine, indexedStore: IndexedStore): ReadonlyMap<Row, ReadonlySet<string>> {
  const client = episodeClients(engine.own.store);
  const clients = new Map<Row, Set<string>>();
  for (const { row, episode } of proven(indexedStore.store)) {
    const from = client.get(episode);
    if (from !== undefined) clients.set(row, (clients.get(row) ?? new Set()).add(from));
  }
  return clients;
}

const episodeClients = whileUnchanged(clientsOfEpisodes);
const proven = whileUnchanged(provenBy);
