import type { Parsed } from '../protocol/verbs.ts';
import {
  type AlikeCount,
  alikeCounts,
  clientsOfEpisodes,
  provenBy,
  tagCounts,
} from '../store/memory/browse.ts';
import { type MemoryFilter, rowsWhere } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';

type FacetCounts = Record<string, number>;

const MAX_TAGS = 40;

/** Counts for every filter, all others held as they are; of the answers to a question only those, by the stores that hold them. */
export function countFacets(engine: Engine, filter: ListFilter, among?: ReadonlyMap<IndexedStore, Row[]>) {
  const now = engine.now();
  const within = (indexedStore: IndexedStore, wanted: ListFilter): MemoryFilter => ({
    ...filterFor(engine, indexedStore, wanted),
    ...(among && { rows: among.get(indexedStore) ?? [] }),
  });
  const { groups, types, statuses, tiers, scopes, sources, ...others } = filter;
  const { needsReview, pinned, verified, stale, ...rest } = others;
  const alike = engine.indexedStores.flatMap((indexedStore) =>
    alikeCounts(indexedStore.store, { ...within(indexedStore, rest), statuses: [...EVERY] }, now),
  );
  const asked: { [K in keyof AlikeCount]?: readonly unknown[] | undefined } = {
    group: given(groups),
    type: given(types),
    status: given(statuses) ?? SHOWN,
    tier: given(tiers),
    scope: given(scopes),
    source: given(sources),
    needsReview: mark(needsReview),
    pinned: mark(pinned),
    verified: mark(verified),
    stale: mark(stale),
  };
  const through = (...own: (keyof AlikeCount)[]) =>
    alike.filter((one) =>
      Object.entries(asked).every(
        ([key, wanted]) =>
          own.includes(key as keyof AlikeCount) || !wanted || wanted.includes(one[key as keyof AlikeCount]),
      ),
    );
  const by = (key: keyof AlikeCount) => counted(through(key).map((one) => [one[key], one.n]));
  const marked = (key: keyof AlikeCount): number => by(key)['1'] ?? 0;
  const staged = through('status', 'needsReview');
  return {
    groups: by('group'),
    stages: counted(staged.map(({ status, needsReview, n }) => [stageOf(status, needsReview === 1), n])),
    types: by('type'),
    statuses: by('status'),
    tiers: by('tier'),
    scopes: by('scope'),
    sources: by('source'),
    clients: clientCounts(engine, filter, within),
    tags: frequentTags(engine, filter, within),
    needsReview: marked('needsReview'),
    pinned: marked('pinned'),
    verified: marked('verified'),
    stale: marked('stale'),
  };
}

type Within = (indexedStore: IndexedStore, wanted: ListFilter) => MemoryFilter;

function clientCounts(engine: Engine, { clients: _, ...filter }: ListFilter, within: Within): FacetCounts {
  return counted(
    engine.indexedStores.flatMap((indexedStore) => {
      const from = clientsOf(engine, indexedStore);
      if (from.size === 0) return [];
      const rows = [...rowsWhere(indexedStore.store, within(indexedStore, filter), engine.now())];
      return rows.flatMap((row) => [...(from.get(row) ?? [])].map((client) => [client, 1] as const));
    }),
  );
}

/** Tags are asked for together, so others that would leave something are listed with those chosen. */
function frequentTags(engine: Engine, filter: ListFilter, within: Within): FacetCounts {
  const page = { now: engine.now(), limit: MAX_TAGS * 2 };
  const counts = counted(
    engine.indexedStores.flatMap((indexedStore) =>
      tagCounts(indexedStore.store, within(indexedStore, filter), page).map(
        ({ tag, n }) => [tag, n] as const,
      ),
    ),
  );
  return Object.fromEntries(Object.entries(counts).sort(byCount).slice(0, MAX_TAGS));
}

function counted(all: readonly (readonly [string | number, number])[]): FacetCounts {
  const counts: FacetCounts = {};
  for (const [key, n] of all) counts[key] = (counts[key] ?? 0) + n;
  return counts;
}

const stageOf = (status: string, needsReview: boolean): string =>
  status === 'deprecated' ? 'archived' : needsReview ? 'suggested' : 'active';

const byCount = (a: [string, number], b: [string, number]): number => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
const given = <T>(values: readonly T[] | undefined) => (values?.length ? values : undefined);
const mark = (wanted: boolean | undefined) => (wanted === undefined ? undefined : [Number(wanted)]);

const EVERY = ['provisional', 'active', 'deprecated'] as const;
const SHOWN = ['provisional', 'active'];

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
