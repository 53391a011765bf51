import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '@sqrl/base/problem.ts';
import { APPLICATION_ID } from './connect.ts';
import { asProblem, damage } from './failures.ts';
import { FIRST_VERSION, latestVersion, schema } from './schema.ts';

/** The version of a file's schema, 0 where it has none; refuses files that are not ours or that a newer program has written. */
export function storeVersion(db: DatabaseSync, path: string, known: number): number {
  const version = pragmaNumber(db, 'user_version');
  const owner = pragmaNumber(db, 'application_id');
  if (owner !== APPLICATION_ID && !isBlank(db))
    throw new Problem(
      `${path} is a database of another program, not a Squirrel store.`,
      'Choose another file. Nothing was changed.',
      'store',
    );
  if (version > known)
    throw new Problem(
      `${path} has schema version ${version}; this program supports up to ${known}.`,
      'Update sqrl, or choose another file. Nothing was changed.',
      'store',
    );
  // Older than the first: no program wrote that.
  if (version > 0 && version < FIRST_VERSION) throw damage();
  return version;
}

/**
 * Brings a file to the newest schema, each migration in a transaction of its own with the version it leads to: whatever
 * ends this, the file is whole, and the next open goes on from there.
 */
export function migrate(db: DatabaseSync, path: string, migrations: readonly string[]): void {
  // Rebuilding a table would otherwise cascade into the tables that point at it; checked before each commit instead.
  const foreignKeys = pragmaNumber(db, 'foreign_keys');
  db.exec('pragma foreign_keys = off');
  try {
    while (migrateOnce(db, path, migrations));
  } finally {
    db.exec(`pragma foreign_keys = ${foreignKeys}`);
  }
}

/** Runs the next migration that is due, or all of them in a new file; false where none is. */
function migrateOnce(db: DatabaseSync, path: string, migrations: readonly string[]): boolean {
  let version: number | undefined;
  try {
    db.exec('begin immediate');
    // Asked in here, where no other process can write: another process may have been quicker.
    version = storeVersion(db, path, latestVersion(migrations));
    if (version === latestVersion(migrations)) {
      db.exec('rollback');
      return false;
    }
    // A new file has nothing to carry on from, and each commit would have it wait for the disk.
    const isNew = version === 0;
    const done = version - FIRST_VERSION;
    for (const each of isNew ? [schema, ...migrations] : migrations.slice(done, done + 1)) db.exec(each);
    const orphan = db.prepare('pragma foreign_key_check').get();
    if (orphan) throw new Error(`A migration left rows of ${orphan.table} without parent rows`);
    db.exec(
      `pragma user_version = ${isNew ? latestVersion(migrations) : version + 1}; pragma application_id = ${APPLICATION_ID}; commit`,
    );
    return true;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    const told = asProblem(error, path);
    throw told instanceof Problem ? told : failed(path, version ?? 0, error);
  }
}

export const pragmaNumber = (db: DatabaseSync, pragma: string): number =>
  Object.values(db.prepare(`pragma ${pragma}`).get()!)[0] as number;

const failed = (path: string, version: number, cause: unknown): Problem =>
  new Problem(
    `${path} could not be migrated from schema ${version} to ${version + 1}. It is intact and stays at ${version}.`,
    'This is a bug: please report it. If your previous sqrl finds the file too new, ' +
      'restore the copy "before-migration" from the folder "copies" next to it.',
    'store',
    cause,
  );

const isBlank = (db: DatabaseSync): boolean => db.prepare('select 1 from sqlite_schema').get() === undefined;
