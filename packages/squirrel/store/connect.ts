import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';

/** How long a statement waits for another writer. Worker threads wait longer, since no request is blocked by them. */
const BUSY_MS = isMainThread ? 5000 : 60_000;

/** Marks a file as ours, so that another program's database is never touched: "sqrl". */
export const APPLICATION_ID = 0x7371726c;

export interface ConnectOptions {
  /** `frozen` reads a file that no process writes, without touching anything next to it. */
  way?: 'write' | 'read' | 'frozen';
  /** Off while tables are rebuilt or refilled as a whole. */
  foreignKeys?: boolean;
  busyMs?: number;
  /** Keeps every other connection out, and so needs no file for the index of the log. */
  alone?: boolean;
}

/** Opens a file that exists; it is never created here. */
export function connect(path: string, options: ConnectOptions = {}): DatabaseSync {
  const { way = 'write', foreignKeys = true, busyMs = BUSY_MS, alone = false } = options;
  const db = new DatabaseSync(path === ':memory:' ? path : `${pathToFileURL(path)}?${QUERIES[way]}`, {
    readOnly: way !== 'write',
    timeout: busyMs,
    enableForeignKeyConstraints: foreignKeys,
    defensive: true,
  });
  try {
    // Before anything is read, or it does not count.
    if (alone) db.exec('pragma locking_mode = exclusive');
    if (RESETS_UNSAFELY) db.exec('pragma wal_autocheckpoint = 0');
    db.exec(SETTINGS);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** How long the log is that holds a file's newest changes until they are merged into it. */
export const walSize = (path: string): number =>
  statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Whether a file keeps its newest changes in a log, so that readers and a writer need not wait for each other. */
export const inWalMode = (db: DatabaseSync): boolean =>
  db.prepare('pragma journal_mode').get()!.journal_mode === 'wal';

function isAtLeast(version: string, least: readonly [number, number, number]): boolean {
  const numbers = version.split('.').map(Number);
  const at = least.findIndex((number, i) => numbers[i] !== number);
  return at === -1 || (numbers[at] ?? 0) > least[at]!;
}

/**
 * Whether an SQLite may corrupt a store when one connection resets its log while another one merges it, as every one before
 * 3.51.3 may. Node 22 has a good one since 22.23. With an older one `merge-log.ts` alone merges logs.
 */
export const resetsUnsafely = (version: string): boolean => !isAtLeast(version, [3, 51, 3]);

export const RESETS_UNSAFELY = resetsUnsafely(process.versions.sqlite!);

export function refuseOldSqlite(version: string): void {
  if (isAtLeast(version, [3, 50, 0])) return;
  throw new Problem(
    `This Node has SQLite ${version}; 3.50 or newer is needed.`,
    'Install Node 22.20 or newer.',
    'store',
  );
}

const QUERIES = { write: 'mode=rw', read: 'mode=ro', frozen: 'immutable=1' };

// No memory map: where the file is cut short or the disk fails, a mapped read kills the process; a plain one throws.
// Temporary tables stay in memory, since a file in /tmp would hold what was forgotten.
const SETTINGS = `
  pragma synchronous = normal;
  pragma secure_delete = on;
  pragma temp_store = memory;
  pragma cache_size = -16000;
  pragma journal_size_limit = 8388608;
`;

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
