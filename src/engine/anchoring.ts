import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isNamed, placesNamed } from '../codegraph/anchor-names.ts';
import { anchor, confirm } from '../codegraph/keep-anchors.ts';
import type { Memory } from '../model/memory.ts';
import type { Shelf } from '../recall/find.ts';
import { anchorsOf, removeAnchor } from '../store/anchors.ts';
import { codeFile } from '../store/code-files.ts';
import { codeState } from '../store/code-state.ts';
import type { Row } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from './engine.ts';

/** Ties a memory to the files and symbols it names, where the code is indexed; what is tied already stays as it is. */
export function anchorMemory(engine: Engine, { store }: Shelf, row: Row, memory: Memory): void {
  const { project, own } = engine;
  if (!project || store !== own.store || memory.files.length + memory.symbols.length === 0) return;
  if (codeState(store, 'indexed_at') === undefined) return;
  // Tied to what the index still knows of a file that has changed since, it would be stale from the first.
  tie(store, row, memory, { at: engine.now(), may: (path) => isAsRead(store, project.root, path) });
}

/** Unties a memory from what it no longer names, and ties it to what it names now. */
export function anchorAgain(engine: Engine, shelf: Shelf, row: Row, memory: Memory): void {
  for (const one of anchorsOf(shelf.store, row)) if (!isNamed(memory, one)) removeAnchor(shelf.store, one);
  anchorMemory(engine, shelf, row, memory);
}

/** Says that a memory is right about the code as it is now; to what is gone it is no longer tied. */
export function confirmAnchors(engine: Engine, { store }: Shelf, row: Row): void {
  confirm(store, row, { at: engine.now(), commit: null });
  leaveGone(store, row);
}

/** Unties a memory from what is gone: somebody has looked, and kept the memory. */
export function leaveGone(store: Store, row: Row): void {
  for (const one of anchorsOf(store, row)) if (one.state === 'gone') removeAnchor(store, one);
}

/** Ties a memory to what it names in the index and is not tied to. */
export function tie(
  store: Store,
  row: Row,
  memory: Memory,
  { at, may = () => true }: { at: number; may?: (path: string) => boolean },
): void {
  for (const place of placesNamed(store, memory, anchorsOf(store, row)))
    if (may(place.path)) anchor(store, row, { ...place, at, commit: null });
}

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
