import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { connect, RESETS_UNSAFELY, walSize } from './connect.ts';

/** How much a log grows, and how many commits it takes, before it is merged. */
const GROWTH_BYTES = 4 * 2 ** 20;
const COMMITS = 200;

/** Merges a store's log into its file now and then, called after each commit; for an SQLite that must not do so itself. */
export function mergeNowAndThen(db: DatabaseSync, path: string): () => void {
  let size = 0;
  let commits = 0;
  return () => {
    if (++commits < COMMITS && walSize(path) - size < GROWTH_BYTES) return;
    mergeAlone(db, path);
    size = walSize(path);
    commits = 0;
  };
}

/** Merges a log while this connection holds the write lock, so that no commit can reset it meanwhile. */
export function mergeAlone(db: DatabaseSync, path: string): void {
  try {
    db.exec('begin immediate');
  } catch {
    // Another process writes; its commit, or the next one here, merges.
    return;
  }
  try {
    using other = connect(path, { busyMs: 0 });
    other.exec('pragma wal_checkpoint(passive)');
  } finally {
    db.exec('rollback');
  }
}

/** Lets a store's log grow longer before it is merged into the file, for bulk writers. */
export function expectMuch(store: Store): void {
  if (!RESETS_UNSAFELY) store.db.exec('pragma wal_autocheckpoint = 4000');
}
