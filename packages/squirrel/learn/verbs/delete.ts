import { DELETED, deletedUntil, withdrawRefusal } from '../../store/memory/changes.ts';
import { rowById } from '../../store/memory/memories.ts';
import { storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { newMemoryAction } from './note-change.ts';
import { refuse } from './people.ts';
import { forget } from './verbs.ts';

/** How long a deletion can be undone before the memory is erased from disk. */
export const DELETE_UNDO_MS = 30_000;

/** Deletes memories so that `undo` can bring them back for a short time; `eraseDeleted` then erases them. */
export function deleteMemories(engine: Engine, ids: readonly string[], action = newMemoryAction()): void {
  refuse(engine, ids, { action, did: DELETED, why: 'a person deleted it' });
}

/** Erases what was deleted up to a time, which is when undo ends unless another is given; returns how many. */
export function eraseDeleted(engine: Engine, until = engine.now() - DELETE_UNDO_MS): number {
  const stores = storesOf(engine);
  const deleted = stores
    .flatMap((store) => (store.readOnly ? [] : deletedUntil(store, until)))
    // Some may have been erased since, by a rule or another process.
    .filter(({ memory }) => stores.some((store) => rowById(store, memory) !== undefined));
  if (deleted.length === 0) return 0;
  // What is erased may be said again; only what was learned is refused, as `forget` does it.
  for (const { memory, wasRefused } of deleted)
    if (!wasRefused) for (const store of stores) withdrawRefusal(store, memory);
  return forget(
    engine,
    deleted.map(({ memory }) => memory),
  ).length;
}
