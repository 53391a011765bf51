import type { Parsed } from '../protocol/verbs.ts';
import { deliver } from '../recall/deliver/deliver.ts';
import { latestDeliveries } from '../store/delivery/receipts.ts';
import { memoriesWhere } from '../store/memory/filters.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortMemories } from './card.ts';

/** What happened lately: memories that agents got, and memories that were learned; at most `limit` of each, the latest first. */
export function feed(engine: Engine, { limit }: Parsed<'feed'>) {
  engine.flush();
  const stores = engine.indexedStores.map(({ store }) => store);
  const deliveries = latestDeliveries(engine.own.store, limit);
  const ids = deliveries.flatMap(({ memories, left }) => [...memories, ...left].map(({ memory }) => memory));
  const texts = shortMemories(engine, ids);
  const named = <T extends { memory: string }>(some: readonly T[]) =>
    some.flatMap(({ memory, ...rest }) => {
      const found = texts.get(memory);
      return found ? [{ ...shortly(found), ...rest }] : [];
    });
  const delivered = deliveries.map(({ memories, left, ...rest }) => ({
    ...{ kind: 'delivered' as const, ...rest },
    memories: named(memories),
    left: named(left),
  }));
  const learned = stores
    .flatMap((store) => memoriesWhere(store, {}, { now: engine.now(), limit, order: 'newest' }))
    .sort((a, b) => b.memory.createdAt - a.memory.createdAt)
    .slice(0, limit)
    .map(({ memory }) => ({
      ...{ kind: 'learned' as const, id: memory.id, at: memory.createdAt },
      ...{ client: null, session: null, point: null, about: null, tokens: null },
      memories: [{ ...shortly(memory), why: null }],
      left: [],
    }));
  return { entries: [...delivered, ...learned].sort((a, b) => b.at - a.at) };
}

const shortly = ({ id, type, text }: { id: string; type: string; text: string }) => ({ id, type, text });

/** What is said at a point of a session; where it is only tried, with the texts of the memories that it names. */
export async function deliverWithTexts(engine: Engine, asked: Parsed<'deliver'>) {
  const said = await deliver(engine, { ...asked, at: asked.at ?? engine.now() });
  if (asked.record) return { ...said, texts: {} };
  const named = new Set([...Object.keys(said.reasons), ...said.left.map(({ memory }) => memory)]);
  const texts: Record<string, string> = {};
  for (const [id, { text }] of shortMemories(engine, named)) texts[id] = text;
  return { ...said, texts };
}
