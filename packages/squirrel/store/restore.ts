import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  columnsOf,
  emptyTables,
  plainTables,
  quoted,
  rebuildWords,
  withoutTriggers,
} from '@sqrl/base/sqlite/tables.ts';
import { countMemoriesIn } from './check.ts';
import { connect } from './connect.ts';
import { addCopy, type Copy, type OnStep, removeCopies, writeSnapshot } from './copies.ts';
import { asProblem, damage, isDamage } from './failures.ts';
import { journalAt, removeJournal } from './journal.ts';
import { withLock } from './lock.ts';
import { migrate, pragmaNumber, storeVersion } from './migrate.ts';
import { connectForReading } from './open.ts';
import { migrations as allMigrations, latestVersion } from './schema.ts';

export interface RestoreReport {
  /** How many memories there are now. */
  memories: number;
  /** How many there were. */
  before: number;
  /** The copy of what was there before. */
  keptAt: string;
}

export interface RestoreOptions {
  now: number;
  /** The way to the newest schema; tests give their own. */
  migrations?: readonly string[];
  onStep?: OnStep;
}

/** What `restoreFrom` tells. */
export const RESTORE_STEPS = 4;

/**
 * Replaces what a live store holds by what a backup holds, in one transaction: other processes that have the store
 * open see the one or the other, and so does the next open after a crash.
 */
export function restoreFrom(
  store: Store,
  file: string,
  { now, migrations = allMigrations, onStep }: RestoreOptions,
): RestoreReport {
  const { path } = store;
  if (path === ':memory:') throw new Error('A store in memory has no file to restore');
  if (store.db.isTransaction) throw new Error('A store cannot be restored in the middle of a transaction');
  try {
    onStep?.('checking');
    return withLock(path, () => {
      using ready = prepare(file, { part: `${path}.restoring`, migrations });
      const restored = replaceContent(path, ready.file, { now, onStep });
      onStep?.('copying');
      // Else the newest copy would be the content that was just replaced, and a later repair would bring that back.
      addCopy(path, { now, reason: 'after-restore' });
      journalAt(store)?.rewrite();
      return restored;
    });
  } catch (error) {
    throw asProblem(error, path);
  }
}

/** A copy of the backup that was found good and is at our schema. It lies next to the store and is deleted afterwards. */
function prepare(file: string, { part, migrations }: { part: string; migrations: readonly string[] }) {
  const remove = () => {
    for (const end of ['', '-journal']) rmSync(part + end, { force: true });
  };
  remove();
  try {
    {
      using backup = openBackup(file, latestVersion(migrations));
      writeSnapshot(backup, part);
    }
    using db = connect(part);
    migrate(db, part, migrations);
    return { file: part, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw isDamage(error) ? damagedBackup(file) : error;
  }
}

function openBackup(file: string, known: number): DatabaseSync {
  if (!existsSync(file))
    throw new Problem(`${file} does not exist.`, 'Check the path of the backup.', 'not_found');
  let db: DatabaseSync | undefined;
  try {
    db = connectForReading(file);
    const version = storeVersion(db, file, known);
    if (version === 0) throw damage();
    if (db.prepare('pragma integrity_check(1)').get()!.integrity_check !== 'ok') throw damage();
    return db;
  } catch (error) {
    db?.close();
    throw isDamage(error) ? error : asProblem(error, file);
  }
}

function replaceContent(path: string, ready: string, { now, onStep }: RestoreOptions): RestoreReport {
  // A connection of its own: the store's then sees a change by another connection, and drops what it holds in memory.
  using db = connect(path, { foreignKeys: false });
  db.prepare('attach ? as ready').run(ready);
  onStep?.('copying the current store');
  const kept = beginWithCopy(db, path, now);
  onStep?.('restoring');
  try {
    const before = countMemoriesIn(db);
    withoutTriggers(db, () => {
      emptyTables(db);
      for (const table of plainTables(db)) copyRows(db, table);
    });
    rebuildWords(db);
    // The backup counts its vectors as it likes; a process that holds the current ones in memory must see that they changed.
    db.exec(
      `insert or replace into main.mark (kind, name, value) values ('state', 'vectors', abs(random() % 1000000000000000))`,
    );
    if (db.prepare('pragma main.foreign_key_check').get()) throw damage();
    const memories = countMemoriesIn(db);
    db.exec('commit');
    db.exec('detach ready; pragma wal_checkpoint(truncate)');
    return { memories, before, keptAt: kept.file };
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

/** Begins to write, with a copy of exactly what is about to be replaced. */
function beginWithCopy(db: DatabaseSync, path: string, now: number): Copy {
  const seen = pragmaNumber(db, 'data_version');
  const kept = addCopy(path, { now, reason: 'before-restore' });
  db.exec('begin immediate');
  if (pragmaNumber(db, 'data_version') === seen) return kept;
  // Another process wrote meanwhile. Copied again while all writers wait, which the first try avoids.
  rmSync(kept.file);
  return addCopy(path, { now, reason: 'before-restore' });
}

function copyRows(db: DatabaseSync, table: string): void {
  const columns = columnsOf(db, table)
    .map(({ name }) => quoted(name))
    .join(', ');
  db.exec(`insert into main.${quoted(table)} (${columns}) select ${columns} from ready.${quoted(table)}`);
}

const damagedBackup = (file: string): Problem =>
  new Problem(
    `${file} is damaged or not a backup, and cannot be restored. The store was not changed.`,
    'Choose another backup. Automatic copies are in the folder "copies" next to the store.',
    'store',
  );

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
