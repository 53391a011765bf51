import { closeSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { deflateSync, inflateSync } from 'node:zlib';
import { Problem } from '@sqrl/base/problem.ts';
import { APPLICATION_ID } from './connect.ts';

/** Most of a store is vectors, which no level of packing makes much smaller; the default takes four times as long. */
const QUICK = 1;

export interface ArchiveEntry {
  name: string;
  bytes: Uint8Array;
}

/**
 * Writes files into one: an SQLite archive, which `sqlite3 -A` reads too. The path must be free;
 * the caller moves it to its last place once it is whole.
 */
export function writeArchive(path: string, entries: Iterable<ArchiveEntry>, at: number): void {
  writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  const db = new DatabaseSync(path);
  try {
    db.exec('create table sqlar (name text primary key, mode int, mtime int, sz int, data blob)');
    const insert = db.prepare('insert into sqlar values (?, ?, ?, ?, ?)');
    for (const { name, bytes } of entries) {
      const packed = deflateSync(bytes, { level: QUICK });
      // By the format's rule, data as long as its size is not compressed.
      insert.run(
        name,
        0o100600,
        Math.floor(at / 1000),
        bytes.length,
        packed.length < bytes.length ? packed : bytes,
      );
    }
  } catch (error) {
    db.close();
    rmSync(path, { force: true });
    throw error;
  }
  db.close();
}

export function* readArchive(path: string): Generator<ArchiveEntry> {
  const db = openArchive(path);
  try {
    for (const { name, sz, data } of db.prepare('select name, sz, data from sqlar order by name').iterate()) {
      const bytes = data as Uint8Array;
      yield { name: name as string, bytes: bytes.length === sz ? bytes : inflateSync(bytes) };
    }
  } catch (error) {
    throw notABackup(path, error);
  } finally {
    db.close();
  }
}

/** Whether a file is a store or a copy of one, which an archive is not. */
export function isStoreFile(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const header = headerOf(path);
  return isSqlite(header) && header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID;
}

const APPLICATION_ID_AT = 68;

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header;
}

const isSqlite = (header: Buffer): boolean => header.toString('latin1', 0, 15) === 'SQLite format 3';

function openArchive(path: string): DatabaseSync {
  // Read first: SQLite would report a missing or unreadable file in its own words.
  if (!isSqlite(headerOf(path))) throw notABackup(path);
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    db.prepare('select 1 from sqlar limit 1').get();
    return db;
  } catch (error) {
    throw notABackup(path, error);
  }
}

const notABackup = (path: string, cause?: unknown) =>
  new Problem(
    `${path} is not a Squirrel backup, or it is damaged.`,
    'Create one with `sqrl backup FILE`. Nothing was changed.',
    'invalid',
    cause,
  );
