import { type ExportedAnchor, type MemoryTie, tieOf } from '@sqrl/base/model/anchor.ts';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import type { FullMemory, Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { countCommitsSince } from '@sqrl/code-graph/tables/cochange.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import type { ProjectTime } from '../store/events/project-time.ts';
import { anchorsIn, staleAmong } from '../store/memory/anchors.ts';
import { memoryAt, type Row } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { type Staleness, stalenessOf } from './anchors/staleness.ts';

export type ShownMemory = Memory & {
  /** What it is about has changed or is gone; left out where that is not so. */
  stale?: boolean;
  /** A later word on the same matter stands before it; left out where that is not so. */
  earlier?: boolean;
  /** Words of others under the same key stand next to it; left out where that is not so. */
  own?: boolean;
};

/** Marks the memories that are about code which has changed. */
export function markStale<T extends { indexedStore: IndexedStore; row: Row; memory: Memory }>(
  found: readonly T[],
): (T & { memory: ShownMemory })[] {
  const stale = new Map(
    [...Map.groupBy(found, ({ indexedStore }) => indexedStore.store)].map(([store, some]) => [
      store,
      staleAmong(
        store,
        some.map(({ row }) => row),
      ),
    ]),
  );
  return found.map((one) =>
    stale.get(one.indexedStore.store)!.has(one.row)
      ? { ...one, memory: { ...one.memory, stale: true } }
      : one,
  );
}

/** How far a memory can still be trusted, after all that is known of it and of the code it is about. */
export function stalenessAt(store: Store, memory: FullMemory, time: ProjectTime): Staleness {
  const { anchors = [], metrics } = memory;
  const seenAt = Math.max(memory.createdAt, ...anchors.map((one) => one.seenAt));
  const seenIn = anchors.find((one) => one.seenAt === seenAt)?.seenIn ?? null;
  return stalenessOf({
    staleAt: memory.status === 'deprecated' ? memory.updatedAt : null,
    anchors,
    createdAt: seenAt,
    unusedDays: time.daysSince(Math.max(metrics.lastUsedAt ?? 0, seenAt)),
    // What is pinned does not fade.
    halfLifeDays: isPersonsWord(memory) ? null : memory.halfLifeDays,
    files: memory.files.map((path) => ({
      path,
      commits: isUnchanged(store, anchors, path) ? 0 : countCommitsSince(store, path, { seenIn, seenAt }),
      modifiedAt: codeFile(store, path)?.changedAt ?? null,
    })),
  });
}

/** A commit of what was there already when it was seen changes nothing. */
const isUnchanged = (store: Store, anchors: readonly ExportedAnchor[], path: string): boolean =>
  anchors.some((one) => one.symbol === null && one.path === path && one.hash === codeFile(store, path)?.hash);

export interface TiedMemory {
  id: string;
  type: Memory['type'];
  text: string;
  path: string;
  symbol: string | null;
  state: ExportedAnchor['state'];
  tie: MemoryTie;
}

/** The memories that are tied to files or to what is in them, each once; those that no search shows are left out. */
export function memoriesTied(
  store: Store,
  paths: readonly string[],
  { now, limit }: { now: number; limit: number },
): TiedMemory[] {
  const tied = new Map<Row, TiedMemory>();
  for (const { memory: row, path, symbol, state } of paths.flatMap((each) => anchorsIn(store, each))) {
    if (tied.has(row)) continue;
    const { id, type, text, status, expiresAt } = memoryAt(store, row)!;
    if (status === 'deprecated' || (expiresAt !== null && expiresAt <= now)) continue;
    tied.set(row, { id, type, text, path, symbol, state, tie: tieOf(type) });
    if (tied.size === limit) break;
  }
  return [...tied.values()];
}
