import { currentConfidence } from '../learn/lifecycle/confidence.ts';
import { disputedIds } from '../learn/sharing/comments.ts';
import { projectTime } from '../store/events/project-time.ts';
import { type Row, rowById } from '../store/memory/memories.ts';
import { cardRows, shortOnes } from '../store/memory/portrait.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Cards of memories, in the order given, with one query per store; what is gone is left out. */
export function cardsOf(engine: Engine, places: readonly { indexedStore: IndexedStore; row: Row }[]) {
  const found = new Map(
    [...Map.groupBy(places, ({ indexedStore }) => indexedStore)].map(([indexedStore, some]) => [
      indexedStore,
      cardRows(
        indexedStore.store,
        some.map(({ row }) => row),
      ),
    ]),
  );
  const time = projectTime(engine.own.store, engine.now());
  const disputed = new Set([...found.keys()].flatMap(({ store }) => [...disputedIds(store)]));
  return places.flatMap(({ indexedStore, row: at }) => {
    const card = found.get(indexedStore)!.get(at);
    if (!card) return [];
    const { memory, row: _, ...known } = card;
    return {
      ...memory,
      ...known,
      // A person disputes it, and nothing has answered that yet.
      disputed: disputed.has(memory.id),
      confidenceNow: currentConfidence(memory, { lastUsedAt: known.lastUsedAt, time }),
    };
  });
}

/** Where memories lie, by their whole ids; those that are gone are left out. */
export const placesOfIds = (
  { indexedStores }: Engine,
  ids: readonly string[],
): { indexedStore: IndexedStore; row: Row }[] =>
  ids.flatMap((id) => {
    for (const indexedStore of indexedStores) {
      const row = rowById(indexedStore.store, id);
      if (row !== undefined) return [{ indexedStore, row }];
    }
    return [];
  });

/** Some memories in short, by id; those that are gone are left out. */
export const shortMemories = ({ indexedStores }: Engine, ids: Iterable<string>) =>
  new Map(indexedStores.flatMap(({ store }) => [...shortOnes(store, [...ids])]));
