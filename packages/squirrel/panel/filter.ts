import type { Client } from '@sqrl/base/model/event.ts';
import { clientsOfEpisodes, provenBy } from '../store/memory/browse.ts';
import type { MemoryFilter } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';
import { cachedWhileUnchanged, type PanelCache } from './unchanged.ts';

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
    kept,
  });

const kept: PanelCache<ReadonlyMap<Row, readonly string[]>> = new WeakMap();

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
