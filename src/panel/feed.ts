import { latestDeliveries } from '../store/delivery/latest.ts';
import { memoriesWhere } from '../store/memory/filters.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

/** What happened lately: memories that agents got, and memories that were learned; at most `limit` of each, the latest first. */
export function feed(engine: Engine, { limit }: { limit: number }) {
  engine.flush();
  const stores = engine.indexedStores.map(({ store }) => store);
  const deliveries = latestDeliveries(engine.own.store, limit);
  const ids = deliveries.flatMap(({ memories }) => memories);
  const texts = new Map(stores.flatMap((store) => [...shortOnes(store, ids)]));
  const delivered = deliveries.map(({ id, at, client, session, point, about, memories }) => ({
    ...{ kind: 'delivered' as const, id, at, client, session, point, about },
    memories: memories.flatMap((each) => short(texts.get(each)) ?? []),
  }));
  const learned = stores
    .flatMap((store) => memoriesWhere(store, {}, { now: engine.now(), limit, order: 'newest' }))
    .sort((a, b) => b.memory.createdAt - a.memory.createdAt)
    .slice(0, limit)
    .map(({ memory }) => ({
      ...{ kind: 'learned' as const, id: memory.id, at: memory.createdAt },
      ...{ client: null, session: null, point: null, about: null },
      memories: [short(memory)!],
    }));
  return { entries: [...delivered, ...learned].sort((a, b) => b.at - a.at) };
}

const short = (memory: { id: string; type: string; text: string } | undefined) =>
  memory && { id: memory.id, type: memory.type as never, text: memory.text };
