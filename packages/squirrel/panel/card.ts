import type { Memory } from '@sqrl/base/model/memory.ts';
import { currentConfidence } from '../learn/lifecycle/confidence.ts';
import { disputedIds } from '../learn/sharing/comments.ts';
import { type ProjectTime, projectTime } from '../store/events/project-time.ts';
import { type CardRow, cardRows } from '../store/memory/browse.ts';
import { type Row, rowById } from '../store/memory/memories.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';

export interface PanelMemory extends Memory {
  stale: boolean;
  /** A person disputes it, and nothing has answered that yet. */
  disputed: boolean;
  confidenceNow: number;
  uses: number;
  opportunities: number;
  lastUsedAt: number | null;
}

/** Cards of memories, in the order given, with one query per store; what is gone is left out. */
export function cardsOf(
  engine: Engine,
  places: readonly { indexedStore: IndexedStore; row: Row }[],
): PanelMemory[] {
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
  return places.flatMap(({ indexedStore, row }) => {
    const card = found.get(indexedStore)!.get(row);
    return card ? [cardOf(card, time, disputed)] : [];
  });
}

export const cardOf = (
  { memory, stale, uses, opportunities, lastUsedAt }: Omit<CardRow, 'row'>,
  time: ProjectTime,
  disputed: ReadonlySet<string>,
): PanelMemory => ({
  ...memory,
  stale,
  disputed: disputed.has(memory.id),
  confidenceNow: currentConfidence(memory, { lastUsedAt, time }),
  uses,
  opportunities,
  lastUsedAt,
});

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
