import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { emptyTables, withoutTriggers } from '@sqrl/base/sqlite/tables.ts';
import { countMemoriesIn } from './check.ts';
import { connect } from './connect.ts';
import { removeCopies } from './copies.ts';
import { asProblem } from './failures.ts';
import { journalAt, removeJournal } from './journal.ts';
import { withLock } from './lock.ts';
import { pragmaNumber } from './migrate.ts';
import type { OnStep } from './snapshot.ts';

export const ERASE_STEPS = 4;

/** Erases a live store: every row in its file and log, every copy, every damaged file. Says how many memories it had. */
export function eraseStore(store: Store, onStep?: OnStep): number {
  const { path } = store;
  if (store.db.isTransaction) throw new Error('A store cannot be erased in the middle of a transaction');
  if (path === ':memory:') return empty(store.db);
  try {
    onStep?.('deleting copies');
    return withLock(path, () => {
      // A connection of its own: the store's then sees a change by another connection, and drops what it holds in memory.
      using db = connect(path, { foreignKeys: false, busyMs: pragmaNumber(store.db, 'busy_timeout') });
      // First, since on a full disk this makes the room that deleting rows needs.
      removeCopies(path);
      removeJournal(path);
      for (const file of leftBehind(path)) rmSync(file);
      onStep?.('deleting');
      const erased = empty(db);
      // Written over first, cut off second: what is only cut off stays readable on the disk.
      onStep?.('overwriting');
      const over = truncateLog(db);
      onStep?.('freeing disk space');
      db.exec('vacuum');
      if (!over || !truncateLog(db)) throw stillRead(path);
      return erased;
    });
  } catch (error) {
    throw asProblem(error, path);
  }
}

/** Drops from log and journal what was forgotten; false where another process still uses them, and they wait for that. */
export function scrub(store: Store): boolean {
  try {
    const isClean = journalAt(store)?.rewrite() ?? true;
    return truncateLog(store.db) && isClean;
  } catch (error) {
    throw asProblem(error, store.path);
  }
}

function empty(db: DatabaseSync): number {
  db.exec('begin immediate');
  try {
    const memories = countMemoriesIn(db);
    withoutTriggers(db, () => emptyTables(db));
    db.exec('commit');
    return memories;
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}

/** Damaged files set aside, and what a process that died has left unfinished. */
const leftBehind = (path: string): string[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.`))
    .filter((name) =>
      /^\.(damaged-|mark|made|repaired|restoring|graph)/.test(name.slice(basename(path).length)),
    )
    .map((name) => join(dirname(path), name));

const truncateLog = (db: DatabaseSync): boolean =>
  db.prepare('pragma wal_checkpoint(truncate)').get()!.busy === 0;

const stillRead = (path: string): Problem =>
  new Problem(
    `Everything in ${path} was deleted, but another process still reads it, so traces remain in its write-ahead log.`,
    'Stop the other process and erase again.',
    'store',
  );
