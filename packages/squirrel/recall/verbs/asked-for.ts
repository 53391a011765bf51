import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { type MemoryFilter, memoriesWhere } from '../../store/memory/filters.ts';
import type { Row } from '../../store/memory/memories.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Listener } from '../deliver/delivery-text.ts';
import { mostImportant } from '../views/view.ts';
import { tellable } from './delivery-selection.ts';
import { type LoadedRules, NONE_LOADED } from './loaded-rules.ts';

/** A caller that asks for a context gets more than is said unasked, but nothing that is in doubt or does not hold here. */
const askerOf = (engine: Engine): Listener => ({
  session: '',
  branch: engine.project ? branchCheckedOut(engine.project.root) : null,
  level: 'autonomous',
  now: engine.now(),
});

/** Those of some memories that the caller may be told. */
export const askable = <T extends { memory: Memory }>(
  engine: Engine,
  items: readonly T[],
  loaded: LoadedRules = NONE_LOADED,
): T[] => tellable(engine, items, { listener: askerOf(engine), told: new Set(), loaded }).may;

/** Of the latest memories of some shelves those that a filter and a test let through and that may be told, the most important first. */
export function askableWhere(
  engine: Engine,
  indexedStores: readonly IndexedStore[],
  filter: MemoryFilter,
  { is = () => true, latest = MAX_MEMORIES }: { is?: (memory: Memory) => boolean; latest?: number } = {},
): { indexedStore: IndexedStore; row: Row; memory: Memory }[] {
  const page = { now: engine.now(), limit: latest, order: 'newest' } as const;
  const found = indexedStores
    .flatMap((indexedStore) =>
      memoriesWhere(indexedStore.store, { whose: {}, ...filter, needsReview: false }, page).map(
        ({ row, memory }) => ({
          indexedStore,
          row,
          memory,
        }),
      ),
    )
    .filter(({ memory }) => is(memory))
    .sort((a, b) => mostImportant(a.memory, b.memory))
    .slice(0, WEIGHED);
  return askable(engine, found);
}

/** Memories of one kind that may matter. */
const MAX_MEMORIES = 2000;
/** To look whether one may be told takes time. */
const WEIGHED = 80;
