import type { DatabaseSync } from 'node:sqlite';
import { connect } from './connect.ts';
import { asProblem, isDamage } from './failures.ts';
import type { Store } from './store.ts';
import { quoted, rebuildWords, wordTables } from './tables.ts';
import { suspect } from './wrap.ts';

/** Reads a whole store for damage; where some is found, the next open mends it. */
export function checkStore(store: Store): { ok: boolean; problems: string[] } {
  try {
    const problems = problemsIn(store);
    if (problems.length > 0) suspect(store.path);
    return { ok: problems.length === 0, problems };
  } catch (error) {
    throw asProblem(error, store.path);
  }
}

/** Touches the schema and the root of every table; throws where one is broken. */
export function probe(db: DatabaseSync): void {
  for (const { name } of db.prepare(`select name from sqlite_schema where type = 'table'`).all())
    db.prepare(`select * from ${quoted(name as string)} limit 1`).get();
}

/** Everything wrong with a file: its pages, its indexes, its foreign keys, its word indexes. */
export function findDamage(db: DatabaseSync): string[] {
  try {
    return [
      ...damageInPages(db),
      ...wordTables(db)
        .filter((table) => !wordsAgree(db, table))
        .map(disagreement),
    ];
  } catch (error) {
    if (isDamage(error)) return ['the file cannot be read to its end'];
    throw error;
  }
}

/** Builds anew what is derived from the rows: indexes and word indexes. */
export function rebuildIndexes(db: DatabaseSync): void {
  db.exec('begin immediate');
  try {
    rebuildWords(db);
    db.exec('reindex; commit');
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}

/** Reads a copy to its end, and says how many memories it holds; undefined where it is not to be trusted. */
export function memoriesInGoodCopy(file: string): number | undefined {
  try {
    using db = connect(file, { busyMs: 0 });
    return findDamage(db).length === 0 ? countMemories(db) : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** How many memories a file holds; a file from before its first migration holds none. */
export function countMemories(db: DatabaseSync): number {
  const there = db.prepare(`select 1 from sqlite_schema where name = 'memory'`).get();
  return there ? (db.prepare('select count(*) as n from memory').get()!.n as number) : 0;
}

function problemsIn(store: Store): string[] {
  if (store.path === ':memory:') return findDamage(store.db);
  // Comparing words with texts wants to write, so what cannot be written is not compared.
  if (store.readOnly) return damageInPages(store.db);
  using db = connect(store.path);
  return findDamage(db);
}

function damageInPages(db: DatabaseSync): string[] {
  db.exec('begin');
  try {
    // FTS5 keeps the shape of its index in memory and takes a change by another process for damage when it is checked;
    // a look into the index refreshes it, and the transaction keeps it true.
    probe(db);
    const pages = db.prepare('pragma integrity_check').all();
    const orphans = db.prepare('pragma foreign_key_check').all();
    return [
      ...pages.map((found) => found.integrity_check as string).filter((line) => line !== 'ok'),
      ...orphans.map(
        (found) => `a row of ${found.table} points at a row of ${found.parent} that is not there`,
      ),
    ];
  } finally {
    db.exec('rollback');
  }
}

const disagreement = (table: string): string => `${table} disagrees with its texts`;

/** Rank 1 compares the index with the texts themselves; without it only its own pages are looked at. */
function wordsAgree(db: DatabaseSync, table: string): boolean {
  try {
    db.exec(`insert into ${quoted(table)} (${quoted(table)}, rank) values ('integrity-check', 1)`);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}
