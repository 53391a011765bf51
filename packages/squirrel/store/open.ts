import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Notice } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { probe } from './check.ts';
import { connect, inWalMode, refuseOldSqlite, walSize } from './connect.ts';
import { asProblem, damage, isDamage, isFull } from './failures.ts';
import { isMarked, withLock } from './lock.ts';
import { migrate, storeVersion } from './migrate.ts';
import { prepareFile } from './repair.ts';
import { migrations as allMigrations, latestVersion } from './schema.ts';
import { inodeOf, wrapStore } from './wrap.ts';

export interface OpenOptions {
  now: () => number;
  /** The way to the newest schema; tests give their own. */
  migrations?: readonly string[];
}

/** Opens a store, creating, migrating or repairing its file first if needed; notices say what was found. */
export function openStore(given: string, { now, migrations = allMigrations }: OpenOptions): Store {
  refuseOldSqlite(process.versions.sqlite!);
  if (given === ':memory:') return openInMemory(migrations);
  try {
    const path = existsSync(given) ? realpathSync(given) : resolve(given);
    if (!existsSync(path)) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    else if (statSync(path).isDirectory()) throw folder(path);
    else if (!isWritable(path)) return openReadOnly(path, latestVersion(migrations));

    try {
      return openWritable(path, { now, migrations });
    } catch (error) {
      // Even a reader writes: the index of the log is a file. A question needs none of that.
      if (!isFull(error)) throw error;
      return isFilled(path)
        ? openReadOnly(path, latestVersion(migrations), 'full')
        : openEmpty(path, migrations);
    }
  } catch (error) {
    throw asProblem(error, given);
  }
}

function openWritable(path: string, { now, migrations }: Required<OpenOptions>): Store {
  let notices: Notice[] | undefined;
  // More than once, since another process may meet damage when this one has just put everything right.
  for (let tries = 0; ; tries++) {
    const store = openAsIs(path, latestVersion(migrations), now, notices);
    if (store) return store;
    if (tries === 3) throw damage();
    const met = withLock(path, () => prepareFile(path, { now: now(), migrations }));
    notices = [...(notices ?? []), ...met];
  }
}

function openInMemory(migrations: readonly string[]): Store {
  const db = connect(':memory:');
  const empty = emptyStores.get(migrations);
  if (empty) db.deserialize(empty);
  else {
    migrate(db, ':memory:', migrations);
    // Node 22 cannot copy one.
    if ('serialize' in db) emptyStores.set(migrations, db.serialize());
  }
  return wrapStore(db, { path: ':memory:' });
}

/** What migrations made of the first store in memory; to migrate the next one takes far longer than to copy it. */
const emptyStores = new WeakMap<readonly string[], Uint8Array>();

/** Stands for a store that could not be made on a full disk: it holds nothing and takes nothing. */
function openEmpty(path: string, migrations: readonly string[]): Store {
  const db = connect(':memory:');
  migrate(db, ':memory:', migrations);
  db.exec('pragma query_only = on');
  return wrapStore(db, { path, readOnly: true, notices: [noticeOf(path, 'full')] });
}

/** The store as it lies there; undefined where something must be done to it first. */
function openAsIs(
  path: string,
  known: number,
  now: () => number,
  notices?: readonly Notice[],
): Store | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined || file.size === 0 || isMarked(path)) return undefined;
  if (file.mode & 0o077) tighten(path);
  let db: DatabaseSync | undefined;
  try {
    db = connect(path);
    // Replaced while it was opened, it would be read with the log of the file that took its place.
    if (isReady(db, path, known) && inodeOf(path) === file.ino)
      return wrapStore(db, { path, inode: file.ino, notices: notices ?? [], journaledBy: now });
    db.close();
    return undefined;
  } catch (error) {
    db?.close();
    if (isDamage(error) || isMarked(path)) return undefined;
    throw error;
  }
}

function isReady(db: DatabaseSync, path: string, known: number): boolean {
  if (storeVersion(db, path, known) < known) return false;
  if (!inWalMode(db)) return false;
  probe(db);
  return true;
}

const isFilled = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Closes a file to everybody but its owner; memories are private. */
function tighten(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // Not there, or not ours to close.
    }
  }
}

const folder = (path: string): Problem =>
  new Problem(`${path} is a folder, not a store.`, 'Pass the path of a file.', 'store');

type Hindrance = 'rights' | 'full';

/** Opens a store that cannot be written, for reading alone. */
function openReadOnly(path: string, known: number, why: Hindrance = 'rights'): Store {
  const db = why === 'full' ? connectOnFullDisk(path) : connectForReading(path);
  try {
    if (storeVersion(db, path, known) < known) throw tooOld(path);
    probe(db);
    return wrapStore(db, { path, readOnly: true, notices: [noticeOf(path, why)] });
  } catch (error) {
    db.close();
    throw isDamage(error) ? damaged(path) : error;
  }
}

/** Opens a file for reading, whether or not anything can be written next to it. */
export function connectForReading(path: string): DatabaseSync {
  // A log tells that a process writes, or was killed while writing; without it the file alone is everything.
  if (walSize(path) === 0 && !existsSync(`${path}-shm`)) return connect(path, { way: 'frozen' });
  let db: DatabaseSync | undefined;
  try {
    db = connect(path, { way: 'read' });
    db.prepare('select 1 from sqlite_schema').get();
    return db;
  } catch (error) {
    db?.close();
    if (isDamage(error)) throw error;
    if (walSize(path) === 0) return connect(path, { way: 'frozen' });
    throw unmerged(path, error);
  }
}

/**
 * Where a process that was killed has left changes in the log, the connection keeps the index of the log in its own
 * memory instead of a file. It needs the store for itself then, for as long as it is open.
 */
function connectOnFullDisk(path: string): DatabaseSync {
  try {
    return connectForReading(path);
  } catch (error) {
    if (isDamage(error) || walSize(path) === 0) throw error;
    const db = connect(path, { alone: true });
    db.exec('pragma query_only = on');
    return db;
  }
}

/** What a person is told of a store that is only read. */
const noticeOf = (path: string, why: Hindrance): Notice => ({
  message:
    why === 'full'
      ? `The disk that holds ${path} is full. Memories can be read, but nothing new is saved.`
      : `${path} is not writable. Memories can be read, but nothing new is saved.`,
  hint:
    why === 'full'
      ? 'Free some space: `df -h` shows which disk is full.'
      : 'Check the permissions of the file and its folder, and that the disk is not mounted read-only.',
});

const tooOld = (path: string): Problem =>
  new Problem(
    `${path} must be migrated from an older version, but is not writable.`,
    'Make the file and its folder writable, then run any command.',
    'store',
  );

const damaged = (path: string): Problem =>
  new Problem(
    `${path} is damaged, and cannot be repaired because it is not writable.`,
    'Make the file and its folder writable, and try again.',
    'store',
  );

const unmerged = (path: string, cause: unknown): Problem =>
  new Problem(
    `${path} cannot be read: its newest changes are in the write-ahead log next to it, and the folder is not writable.`,
    'Make its folder writable, then run any command.',
    'store',
    cause,
  );

export interface StoreSummary {
  memories: number;
  needsReview: number;
  sessions: number;
  lastAt: number | null;
}

/** Counts what a store holds that is not open here, without changing anything in it; or says why it cannot. */
export function peek(path: string): StoreSummary | string {
  if (!existsSync(path)) return { memories: 0, needsReview: 0, sessions: 0, lastAt: null };
  try {
    using db = connectForReading(path);
    return { ...db.prepare(COUNTS).get()! } as unknown as StoreSummary;
  } catch (error) {
    return `Cannot read ${path}: ${(error as Error).message}`;
  }
}

export const countsOf = (store: Store): StoreSummary =>
  ({ ...store.sql(COUNTS).get()! }) as unknown as StoreSummary;

// What every version of a store can tell of itself.
const COUNTS = `
  select count(*) filter (where status <> 'deprecated') as memories,
         count(*) filter (where status <> 'deprecated' and needs_review) as needsReview,
         (select count(*) from session where client not in ('git', 'ci')) as sessions,
         (select max(ended_at) from episode) as lastAt
    from memory`;
