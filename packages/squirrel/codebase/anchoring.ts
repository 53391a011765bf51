import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkedOut } from '@sqrl/base/git/head.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import { anchorsOf, removeAnchor } from '../store/memory/anchors.ts';
import type { Row } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { findById } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';
import { isNamed, placesNamed } from './anchors/anchor-names.ts';
import { type AnchorCheck, attachAnchor, confirmMemoryAnchors } from './anchors/keep-anchors.ts';
import { freshen } from './graph-index.ts';

/**
 * Ties a memory to the files and symbols it names, where the code is indexed; what is tied already stays as it is. One
 * that holds everywhere is tied nowhere: the same names mean other things in other projects.
 */
export function anchorMemory(engine: Engine, { store }: IndexedStore, row: Row, memory: Memory): void {
  const { project, own } = engine;
  if (!project || store !== own.store || memory.files.length + memory.symbols.length === 0) return;
  if (codeState(store, 'indexed_at') === undefined) return;
  // Tied to what the index still knows of a file that has changed since, it would be stale from the first.
  const may = (path: string) => isAsRead(store, project.root, path);
  tie(store, row, memory, { at: engine.now(), commit: checkedOut(project.root), may });
}

/** Unties a memory from what it no longer names, and ties it to what it names now. */
export function anchorAgain(engine: Engine, indexedStore: IndexedStore, row: Row, memory: Memory): void {
  for (const one of anchorsOf(indexedStore.store, row))
    if (!isNamed(memory, one)) removeAnchor(indexedStore.store, one);
  anchorMemory(engine, indexedStore, row, memory);
}

/** Says that a memory is right about the code as it is now; to what is gone it is no longer tied. */
export function confirmAnchors(engine: Engine, { store }: IndexedStore, row: Row): void {
  const commit = engine.project ? checkedOut(engine.project.root) : null;
  confirmMemoryAnchors(store, row, { at: engine.now(), commit });
  leaveGone(store, row);
}

/** Unties a memory from what is gone: a person has looked, and kept the memory. */
export function leaveGone(store: Store, row: Row): void {
  for (const one of anchorsOf(store, row)) if (one.state === 'gone') removeAnchor(store, one);
}

/** Ties a memory to what it names in the index and is not tied to. */
export function tie(
  store: Store,
  row: Row,
  memory: Memory,
  { at, commit, may = () => true }: AnchorCheck & { may?: (path: string) => boolean },
): void {
  for (const place of placesNamed(store, memory, anchorsOf(store, row)))
    if (may(place.path)) attachAnchor(store, row, { ...place, at, commit });
}

/** Reads the code again where something that a memory is tied to is not as it was read. */
export async function readAnchored(engine: Engine, id: string): Promise<void> {
  const { project } = engine;
  const { indexedStore, row } = findById(engine, id);
  const anchors = anchorsOf(indexedStore.store, row);
  if (!project || anchors.every(({ path }) => isCurrent(indexedStore.store, project.root, path))) return;
  try {
    await freshen(engine, {});
  } catch (error) {
    // The folder may not be here; what is known of it is then all that can be told.
    if (!(error instanceof Problem)) throw error;
  }
}

/** Whether a file is as it was read; one that is known to be gone is, as long as it stays away. */
const isCurrent = (store: Store, root: string, path: string): boolean =>
  codeFile(store, path) ? isAsRead(store, root, path) : !existsSync(join(root, path));

function isAsRead(store: Store, root: string, path: string): boolean {
  const known = codeFile(store, path);
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  return (
    known !== undefined &&
    known.state !== 'waiting' &&
    found?.size === known.size &&
    Math.trunc(found.mtimeMs) === known.changedAt
  );
}
