import { markStale, type ShownMemory } from '../../codebase/shown.ts';
import {
  countWhere,
  type MemoryFilter,
  type MemoryOrder,
  memoriesWhere,
} from '../../store/memory/filters.ts';
import { storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';

export function listMemories(
  engine: Engine,
  {
    filter,
    limit,
    offset,
    order,
  }: { filter: MemoryFilter; limit: number; offset: number; order: MemoryOrder },
): { memories: ShownMemory[]; total: number } {
  engine.flush();
  const now = engine.now();
  const total = storesOf(engine).reduce((sum, store) => sum + countWhere(store, filter, now), 0);
  const all = engine.indexedStores.flatMap((indexedStore) =>
    memoriesWhere(indexedStore.store, filter, { now, limit: offset + limit, order }).map((one) => ({
      ...{ ...one, indexedStore },
      place: order === 'used' ? -one.lastUsedAt : one.memory.createdAt * (order === 'newest' ? -1 : 1),
    })),
  );
  const page = all.sort((a, b) => a.place - b.place).slice(offset, offset + limit);
  return { total, memories: markStale(page).map(({ memory }) => memory) };
}

export const ANY: MemoryFilter = { statuses: ['provisional', 'active', 'deprecated'], expired: true };
