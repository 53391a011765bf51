import { existsSync, statSync } from 'node:fs';
import { copyIsDue, keepCopy, lastCopyAt } from '../store/copies.ts';
import type { Store } from '../store/store.ts';

/** Keeps a copy of a store that has changed since the last one, once a day at most. */
export function copyDaily(store: Store, now: number): void {
  if (store.readOnly || !copyIsDue(store.path, now) || changedAt(store.path) <= (lastCopyAt(store.path) ?? 0))
    return;
  keepCopy(store, { now, reason: 'daily' });
}

/** When a store was last written to, as its files tell. */
const changedAt = (path: string): number =>
  Math.max(...[path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => statSync(file).mtimeMs));
