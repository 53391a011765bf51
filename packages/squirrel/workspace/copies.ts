import { existsSync, statSync } from 'node:fs';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { copyIsDue, hasOnlyCode, keepCopy, lastCopyAt } from '../store/copies.ts';
import { trimAccess } from '../store/memory/belongings.ts';

/** Keeps a copy of a store that has changed since the last one, once a day at most, and tidies up before. */
export function copyDaily(store: Store, now: number): void {
  if (!copyIsDue(store.path, now) || changedAt(store.path) <= (lastCopyAt(store.path) ?? 0)) return;
  // After a first index: copying and checking it would take a twentieth of the index's time.
  if (hasOnlyCode(store)) return;
  trimAccess(store, now - LOOKS_KEPT);
  keepCopy(store, { now, reason: 'daily' });
}

/** Accesses older than half a year are dropped; the counts stay. */
const LOOKS_KEPT = 183 * 24 * 3600 * 1000;

/** When a store was last written to, as its files tell. */
const changedAt = (path: string): number =>
  Math.max(...[path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => statSync(file).mtimeMs));
