import { type Message, message, type OnProgress } from '../../base/messages.ts';
import { Problem } from '../../base/problem.ts';
import { hashOf } from '../../base/text/clean.ts';
import { markStale, type ShownMemory, stalenessAt } from '../../code/workspace/shown.ts';
import { contextualText } from '../../embed/context.ts';
import { beginForgetting } from '../../ingest/work/forget-logs.ts';
import type { Memory } from '../../model/memory.ts';
import { copiesOf, keepCopy } from '../../store/copies.ts';
import { forgetViews } from '../../store/delivery/views.ts';
import { ERASE_STEPS, eraseStore, scrub } from '../../store/erase.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { evidenceAt, fullMemoryAt } from '../../store/memory/belongings.ts';
import {
  countWhere,
  type MemoryFilter,
  type MemoryOrder,
  memoriesWhere,
} from '../../store/memory/filters.ts';
import {
  forgetQuestionsOf,
  memoryAt,
  type Row,
  removeMemory,
  replaceMemory,
} from '../../store/memory/memories.ts';
import { knownSpace } from '../../store/memory/spaces.ts';
import { addStep } from '../../store/memory/steps.ts';
import { forgetProject } from '../../store/projects.ts';
import { cacheKey, emptyCache, forgetCached } from '../../store/vectors/cache.ts';
import { removeVector } from '../../store/vectors/vectors.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { findById } from '../../workspace/lookup.ts';
import { stopReembedding } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { bringBack } from '../gate/overtake.ts';
import { eraseFromDailyLogs } from '../notes/daily-log.ts';
import { ruleStanding } from '../rules/standing.ts';
import { disputedIds } from '../sharing/comments.ts';
import { forgetShared } from '../sharing/note-shared.ts';
import { forgetSaid } from './forget-said.ts';
import { newMemoryAction, recordMemoryAction } from './note-change.ts';
import { provenanceOf } from './provenance.ts';
import { refuseForgotten } from './refuse.ts';
import { untold } from './untold.ts';

/** Everything about one memory, where it comes from, and how far it can still be trusted; looking is noted. */
export function get(engine: Engine, id: string) {
  const { indexedStore, row } = findById(engine, id);
  engine.seen(indexedStore, [{ row, at: engine.now(), way: 'get', score: null, question: null }]);
  const memory = fullMemoryAt(indexedStore.store, row)!;
  return {
    ...memory,
    ...provenanceOf(engine, memory),
    untold: untold(engine, indexedStore.store, memory),
    held: ruleStanding(engine, memory),
    anchors: memory.anchors ?? [],
    disputed: disputedIds(indexedStore.store).has(memory.id),
    // A hub names its spaces by ids; what git carries has the project's name.
    ownerName: knownSpace(indexedStore.store, memory.ownerId ?? '')?.name ?? memory.ownerId,
    staleness: stalenessAt(indexedStore.store, memory, projectTime(engine.own.store, engine.now())),
  };
}

/** Pins a memory, so that it never fades, or unpins it. */
export function pin(engine: Engine, id: string, pinned: boolean, action = newMemoryAction()): Memory {
  const { indexedStore, row } = findById(engine, id);
  return indexedStore.store.transaction(() => {
    const before = memoryAt(indexedStore.store, row)!;
    const memory = { ...before, pinned, updatedAt: engine.now() };
    replaceMemory(indexedStore.store, row, memory, hashOf(memory.text));
    const { id, updatedAt: at, confidence } = memory;
    const [did, why] = pinned
      ? (['pinned', message('why.pinned')] as const)
      : (['unpinned', message('why.unpinned')] as const);
    if (before.pinned !== pinned) {
      addStep(indexedStore.store, { memory: id, at, did, why, before: null, confidence });
      recordMemoryAction(indexedStore.store, { action, did, at }, { memory: before }, { memory });
    }
    return memory;
  });
}

/**
 * Forgets memories for good: rows, words, vectors, looks, copies, log lines, and the sentences they were learned from. All
 * ids must be known, or nothing happens.
 */
export function forget(
  engine: Engine,
  ids: readonly string[],
  { keepMessages = false }: { keepMessages?: boolean } = {},
): Memory[] {
  engine.flush();
  const places = ids.map((id) => findById(engine, id));
  const changed = new Set(places.map(({ indexedStore }) => indexedStore.store));
  const forgotten = places.flatMap(({ indexedStore, row }) => {
    const memory = memoryAt(indexedStore.store, row);
    if (!memory) return [];
    forgetQuestionsOf(indexedStore.store, row);
    bringBack(
      engine.indexedStores.map(({ store }) => store),
      { id: memory.id, store: indexedStore.store, row },
      engine.now(),
    );
    // Before its matter is refused: what is derived anew may be seen again.
    const evidence = evidenceAt(indexedStore.store, row);
    const stores = keepMessages ? [] : forgetSaid(engine, memory, evidence);
    for (const { store } of stores) changed.add(store);
    refuseForgotten(engine, memory, engine.now());
    indexedStore.store.transaction(() => {
      forgetShared(indexedStore.store, memory.id, engine.now());
      remove(indexedStore, row);
    });
    return [memory];
  });
  forgetCached(
    engine.user.store,
    forgotten.map((memory) => cacheKey(engine.meaning.model, contextualText(memory))),
  );
  // A view in the one store may speak of memories in the other.
  for (const { store } of engine.indexedStores) forgetViews(store);
  for (const store of changed) {
    // The older copies still hold it, and a mending would bring it back.
    if (copiesOf(store.path).length > 0)
      keepCopy(store, { now: engine.now(), reason: 'after-forget', keep: 1 });
  }
  for (const { store } of engine.indexedStores) scrub(store);
  eraseFromDailyLogs(
    engine.home.daily,
    forgotten.map(({ id }) => id),
  );
  return forgotten;
}

/** Erases everything of the project, of the user, or of both; copies and logs too. */
export async function forgetAll(
  engine: Engine,
  of: 'project' | 'user' | 'both',
  { onProgress }: { onProgress?: OnProgress } = {},
): Promise<number> {
  engine.flush();
  if (of === 'project' && !engine.project)
    throw new Problem('There is no project here.', 'Pass --global to erase the global memories.', 'usage');
  const indexedStores = engine.indexedStores.filter(
    (indexedStore) =>
      of === 'both' || (of === 'user' ? indexedStore === engine.user : indexedStore === engine.own),
  );
  // Else a batch under way would put vectors of what is erased into the cache.
  await stopReembedding(engine);
  let begun = 0;
  const step = (what: Message) => onProgress?.(begun++, indexedStores.length * (ERASE_STEPS + 1), what);
  let forgotten = 0;
  const erasure = beginForgetting(engine, of);
  for (const { store, index, passages } of indexedStores) {
    const all = memoriesWhere(store, ANY, { now: engine.now(), limit: -1, order: 'oldest' });
    forgotten += eraseStore(store, step);
    index.drop();
    passages.drop();
    step(message('work.dailyLogs'));
    eraseFromDailyLogs(
      engine.home.daily,
      all.map(({ memory }) => memory.id),
    );
  }
  erasure.end();
  emptyCache(engine.user.store);
  for (const { store } of engine.indexedStores) forgetViews(store);
  if (of !== 'user' && engine.project) forgetProject(engine.user.store, engine.project.id);
  scrub(engine.user.store);
  return forgotten;
}

/** Memories that a filter lets through, over both shelves. */
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
  const total = engine.indexedStores.reduce((sum, { store }) => sum + countWhere(store, filter, now), 0);
  const all = engine.indexedStores.flatMap((indexedStore) =>
    memoriesWhere(indexedStore.store, filter, { now, limit: offset + limit, order }).map((one) => ({
      ...one,
      indexedStore,
    })),
  );
  const by = {
    newest: (m: (typeof all)[0]) => -m.memory.createdAt,
    oldest: (m: (typeof all)[0]) => m.memory.createdAt,
    used: (m: (typeof all)[0]) => -m.lastUsedAt,
  }[order];
  return {
    total,
    memories: markStale(all.sort((a, b) => by(a) - by(b)).slice(offset, offset + limit)).map(
      ({ memory }) => memory,
    ),
  };
}

/** Lets everything through, whatever its state. */
export const ANY: MemoryFilter = { statuses: ['provisional', 'active', 'deprecated'], expired: true };

/** Removes a memory with its vector, from the file and from memory. */
export function remove({ store, index }: IndexedStore, row: Row): void {
  store.transaction(() => {
    removeVector(store, row);
    removeMemory(store, row);
  });
  index.remove(row);
}
