import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Notice } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { probe } from './check.ts';
import { connect, walSize } from './connect.ts';
import { isDamage } from './failures.ts';
import { storeVersion } from './migrate.ts';
import { wrapStore } from './wrap.ts';

type Hindrance = 'rights' | 'full';

/** Opens a store that cannot be written, for reading alone. */
export function openReadOnly(path: string, known: number, why: Hindrance = 'rights'): Store {
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
export const noticeOf = (path: string, why: Hindrance): Notice => ({
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
