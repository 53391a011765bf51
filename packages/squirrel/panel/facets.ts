import type { Client } from '@sqrl/base/model/event.ts';
import {
  type AlikeCount,
  alikeCounts,
  clientsOfEpisodes,
  provenBy,
  tagCounts,
  writesSeen,
} from '../store/memory/browse.ts';
import { type MemoryFilter, rowsWhere } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';

type FacetCounts = Record<string, number>;

const MAX_TAGS = 40;

/** Counts for every filter, all others held as they are; what expires within a minute may still be counted. */
export const facetsOf = (engine: Engine, filter: PanelFilter) =>
  cachedWhileUnchanged(() => countFacets(engine, filter), {
    indexedStores: [engine.own, engine.user],
    key: `${JSON.stringify(filter)} ${Math.floor(engine.now() / 60_000)}`,
    kept: keptFacets,
  });

const keptFacets: PanelCache<ReturnType<typeof countFacets>> = new WeakMap();

/** The same of some memories alone, by the stores that hold them: of the answers to a question. */
export function countFacets(engine: Engine, filter: PanelFilter, among?: ReadonlyMap<IndexedStore, Row[]>) {
  const now = engine.now();
  const within = (indexedStore: IndexedStore, wanted: PanelFilter): MemoryFilter => ({
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
  const by = (key: keyof AlikeCount): FacetCounts => {
    const counts: FacetCounts = {};
    for (const one of through(key)) counts[one[key]] = (counts[one[key]] ?? 0) + one.n;
    return counts;
  };
  const marked = (key: keyof AlikeCount): number => by(key)['1'] ?? 0;
  const stages: FacetCounts = {};
  for (const one of through('status', 'needsReview')) {
    const stage = stageOf(one.status, one.needsReview === 1);
    stages[stage] = (stages[stage] ?? 0) + one.n;
  }
  return {
    groups: by('group'),
    stages,
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

type Within = (indexedStore: IndexedStore, wanted: PanelFilter) => MemoryFilter;

function clientCounts(engine: Engine, { clients: _, ...filter }: PanelFilter, within: Within): FacetCounts {
  const counts: FacetCounts = {};
  for (const indexedStore of engine.indexedStores) {
    const from = clientsOf(engine, indexedStore);
    if (from.size === 0) continue;
    for (const row of rowsWhere(indexedStore.store, within(indexedStore, filter), engine.now()))
      for (const client of from.get(row) ?? []) counts[client] = (counts[client] ?? 0) + 1;
  }
  return counts;
}

/** Tags are asked for together, so others that would leave something are listed with those chosen. */
function frequentTags(engine: Engine, filter: PanelFilter, within: Within): FacetCounts {
  const counts: FacetCounts = {};
  for (const indexedStore of engine.indexedStores)
    for (const { tag, n } of tagCounts(indexedStore.store, within(indexedStore, filter), {
      now: engine.now(),
      limit: MAX_TAGS * 2,
    }))
      counts[tag] = (counts[tag] ?? 0) + n;
  return Object.fromEntries(Object.entries(counts).sort(byCount).slice(0, MAX_TAGS));
}

const stageOf = (status: string, needsReview: boolean): string =>
  status === 'deprecated' ? 'archived' : needsReview ? 'suggested' : 'active';

const byCount = (a: [string, number], b: [string, number]): number => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
const given = <T>(values: readonly T[] | undefined) => (values?.length ? values : undefined);
const mark = (wanted: boolean | undefined) => (wanted === undefined ? undefined : [Number(wanted)]);

const EVERY = ['provisional', 'active', 'deprecated'] as const;
const SHOWN = ['provisional', 'active'];

export interface PanelFilter extends Omit<MemoryFilter, 'rows' | 'key'> {
  clients?: Client[];
}

/** The filter as one store understands it: the client of a memory follows from sessions, which are in the project's store. */
export function filterFor(
  engine: Engine,
  indexedStore: IndexedStore,
  { clients, ...filter }: PanelFilter,
): MemoryFilter {
  if (!clients?.length) return filter;
  const wanted = new Set<string>(clients);
  const rows = [...clientsOf(engine, indexedStore)].filter(([, of]) =>
    of.some((client) => wanted.has(client)),
  );
  return { ...filter, rows: rows.map(([row]) => row) };
}

/** The clients that each memory of a store was learned from; found again only where something was written since. */
export const clientsOf = (engine: Engine, indexedStore: IndexedStore): ReadonlyMap<Row, readonly string[]> =>
  cachedWhileUnchanged(() => findClients(engine, indexedStore), {
    indexedStores: [indexedStore, engine.own],
    key: 'clients',
    kept: keptClients,
  });

const keptClients: PanelCache<ReadonlyMap<Row, readonly string[]>> = new WeakMap();

function findClients(engine: Engine, indexedStore: IndexedStore): Map<Row, string[]> {
  const client = clientsOfEpisodes(engine.own.store);
  const clients = new Map<Row, string[]>();
  for (const { row, episode } of provenBy(indexedStore.store)) {
    const from = client.get(episode);
    if (from === undefined) continue;
    const before = clients.get(row);
    if (!before) clients.set(row, [from]);
    else if (!before.includes(from)) before.push(from);
  }
  return clients;
}

/** Keeps what was found out about stores for as long as nothing is written to any of them. */
export function cachedWhileUnchanged<T>(
  find: () => T,
  {
    indexedStores,
    key,
    kept,
  }: { indexedStores: readonly [IndexedStore, ...IndexedStore[]]; key: string; kept: PanelCache<T> },
): T {
  const mark = `${key} ${indexedStores.map(({ store }) => `${store.path} ${writesSeen(store)}`).join(' ')}`;
  const known = kept.get(indexedStores[0]) ?? new Map<string, T>();
  kept.set(indexedStores[0], known);
  if (known.has(mark)) return known.get(mark)!;
  const found = find();
  // A few questions are asked again and again; what was kept of an older state is of no use.
  if (known.size >= MAX_CACHED_ANSWERS) known.clear();
  known.set(mark, found);
  return found;
}

export type PanelCache<T> = WeakMap<IndexedStore, Map<string, T>>;

const MAX_CACHED_ANSWERS = 8;
