import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import { checkedOut } from '@sqrl/base/git/head.ts';
import type { Notice } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { MAX_FILE_BYTES } from '@sqrl/code-graph/index.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import {
  anchorsOf,
  leaveAnchor,
  placesEverTied,
  removeAnchor,
  removeLeftAnchors,
} from '../store/memory/anchors.ts';
import type { Row } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { findById } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';
import { isNamed, type NamingOptions, placesNamed } from './anchors/anchor-names.ts';
import type { ReadText } from './anchors/follow-anchor.ts';
import { type AnchorCheck, attachAnchor, confirmMemoryAnchors } from './anchors/keep-anchors.ts';
import { freshen } from './graph-index.ts';

/**
 * Ties a memory to the files and symbols it names, those in its text included, where the code is indexed; what is tied
 * already stays as it is. One that holds everywhere is tied nowhere: the same names mean other things in other projects.
 * Says which names could have meant several symbols.
 */
export function anchorMemory(engine: Engine, { store }: IndexedStore, row: Row, memory: Memory): Notice[] {
  const { project, own } = engine;
  if (!project || store !== own.store || codeState(store, 'indexed_at') === undefined) return [];
  // Tied to what the index still knows of a file that has changed since, it would be stale from the first.
  const may = (path: string) => isAsRead(store, project.root, path);
  const check = { at: engine.now(), commit: null, read: readerIn(project.root), may };
  // Most memories name nothing that is here, and the commit is a look at the disk.
  const commit = () => checkedOut(project.root);
  return tie(store, row, memory, { ...check, commitNow: commit, inText: true, isStored: true });
}

export const readerIn =
  (root: string): ReadText =>
  (path) =>
    foreignText(join(root, path), { maxBytes: MAX_FILE_BYTES, below: root });

/** Unties a memory from what it no longer names, and ties it to what it names now. */
export function anchorAgain(engine: Engine, indexedStore: IndexedStore, row: Row, memory: Memory): void {
  for (const one of anchorsOf(indexedStore.store, row))
    if (!isNamed(memory, one)) removeAnchor(indexedStore.store, one);
  removeLeftAnchors(indexedStore.store, row);
  anchorMemory(engine, indexedStore, row, memory);
}

/** Says that a memory is right about the code as it is now; to what is gone it is no longer tied. */
export function confirmAnchors(engine: Engine, { store }: IndexedStore, row: Row): void {
  const commit = engine.project ? checkedOut(engine.project.root) : null;
  const read = engine.project && readerIn(engine.project.root);
  confirmMemoryAnchors(store, row, { at: engine.now(), commit, read });
  leaveGone(store, row);
}

/** Unties a memory from what is gone: a person has looked, and kept the memory. */
export function leaveGone(store: Store, row: Row): void {
  for (const one of anchorsOf(store, row)) if (one.state === 'gone') leaveAnchor(store, one);
}

interface TieOptions extends AnchorCheck, NamingOptions {
  commitNow?: () => string | null;
  may?: (path: string) => boolean;
}

/** Ties a memory to what it names in the index and was never tied to. */
export function tie(
  store: Store,
  row: Row,
  memory: Memory,
  { at, commit, commitNow = () => commit, read, may = () => true, ...naming }: TieOptions,
): Notice[] {
  const { places, ambiguous } = placesNamed(store, memory, placesEverTied(store, row), naming);
  for (const place of places)
    if (may(place.path)) attachAnchor(store, row, { ...place, at, commit: commitNow(), read });
  return ambiguous.map(({ word, taken, others }) => ({
    message: `${others.length + (taken ? 1 : 0)} symbols are called \`${word}\`: tied to ${taken ? placeText(taken) : 'none'}; also ${others.slice(0, 3).map(placeText).join(', ')}${others.length > 3 ? ', …' : ''}.`,
    hint: `Name one with its file: \`sqrl edit ${memory.id} --symbol ${placeText(taken ?? others[0]!)}\`.`,
  }));
}

const placeText = ({ path, symbol }: { path: string; symbol: string | null }): string => `${path}:${symbol}`;

/** Reads the code again where something that a memory to be stored names is not as it was read. */
export async function readNamed(engine: Engine, named: Partial<Memory>): Promise<void> {
  const { project, own } = engine;
  if (!project || codeState(own.store, 'indexed_at') === undefined) return;
  const { text = '', files = [], symbols = [] } = named;
  const { places } = placesNamed(own.store, { text, files, symbols }, [], { inText: true, isStored: true });
  const paths = [...files, ...places.map(({ path }) => path)];
  const isUnread = (path: string) =>
    existsSync(join(project.root, path)) && !isAsRead(own.store, project.root, path);
  if (symbols.some((word) => !places.some((place) => isNamed({ text: '', files, symbols: [word] }, place))))
    return readAgain(engine);
  if (paths.some(isUnread)) await readAgain(engine);
}

/** Reads the code again where something that a memory is tied to is not as it was read. */
export async function readAnchored(engine: Engine, id: string): Promise<void> {
  const { project } = engine;
  const { indexedStore, row } = findById(engine, id);
  const anchors = anchorsOf(indexedStore.store, row);
  if (!project || anchors.every(({ path }) => isCurrent(indexedStore.store, project.root, path))) return;
  await readAgain(engine);
}

async function readAgain(engine: Engine): Promise<void> {
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
