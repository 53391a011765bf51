import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '../model/problem.ts';
import { APPLICATION_ID } from './connect.ts';
import { asProblem } from './failures.ts';

/** How many migrations a file has seen; refuses files that are not ours or that a newer program has written. */
export function versionOf(db: DatabaseSync, path: string, known: number): number {
  const version = numberOf(db, 'user_version');
  const owner = numberOf(db, 'application_id');
  if (owner !== APPLICATION_ID && !isBlank(db))
    throw new Problem(
      `${path} is a database of another program, not a store of ours.`,
      'Choose another file. Nothing was changed.',
      'store',
    );
  if (version > known)
    throw new Problem(
      `${path} is at schema ${version}; this program knows up to ${known}.`,
      'Update sqrl, or choose another file. Nothing was changed.',
      'store',
    );
  return version;
}

/** Brings a file to the newest schema in one transaction: afterwards it is there, or as it was. */
export function migrate(db: DatabaseSync, path: string, migrations: readonly string[]): void {
  // Rebuilding a table would otherwise cascade into the tables that point at it; checked before the commit instead.
  const foreignKeys = numberOf(db, 'foreign_keys');
  db.exec('pragma foreign_keys = off; begin immediate');
  try {
    const version = versionOf(db, path, migrations.length);
    for (const migration of migrations.slice(version)) db.exec(migration);
    const orphan = db.prepare('pragma foreign_key_check').get();
    if (orphan) throw new Error(`A migration left rows of ${orphan.table} without their parents`);
    db.exec(`pragma user_version = ${migrations.length}; pragma application_id = ${APPLICATION_ID}; commit`);
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    const told = asProblem(error, path);
    throw told instanceof Problem ? told : failed(path, migrations.length, error);
  } finally {
    db.exec(`pragma foreign_keys = ${foreignKeys}`);
  }
}

/** Reads a pragma that is a number. */
export const numberOf = (db: DatabaseSync, pragma: string): number =>
  Object.values(db.prepare(`pragma ${pragma}`).get()!)[0] as number;

const failed = (path: string, version: number, cause: unknown): Problem =>
  new Problem(
    `${path} could not be brought to schema ${version}. It is as it was.`,
    'This is a mistake of ours: please report it, and use the sqrl you had before until it is mended.',
    'store',
    cause,
  );

const isBlank = (db: DatabaseSync): boolean => db.prepare('select 1 from sqlite_schema').get() === undefined;
