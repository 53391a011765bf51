import { DatabaseSync } from 'node:sqlite';
import { quoted, wordTables } from '@sqrl/base/sqlite/tables.ts';
import { connect } from './connect.ts';
import { damage, isDamage, isOurMistake } from './failures.ts';
import { FIRST_VERSION, latestVersion, migrations, schema } from './schema.ts';

/** Touches the schema and the root of every table; throws where one is broken. */
export function probe(db: DatabaseSync): void {
  try {
    for (const { name } of db.prepare(`select name from sqlite_schema where type = 'table'`).all())
      db.prepare(`select * from ${quoted(name as string)} limit 1`).get();
  } catch (error) {
    // Nothing here can be a mistake of ours: if the schema cannot be followed, it is not the one that was written.
    throw isOurMistake(error) ? damage() : error;
  }
}

/** Reads a file to its end and tells everything that is wrong with it. */
export function findDamage(db: DatabaseSync): string[] {
  try {
    const words = wordTables(db).filter((table) => !wordsAgree(db, table));
    return [
      ...damageInPages(db),
      ...words.map((table) => `the word index ${table} does not match its texts`),
    ];
  } catch (error) {
    if (isDamage(error)) return ['the file cannot be read to its end'];
    throw error;
  }
}

/** Reads a copy to its end, and says how many memories it holds; undefined where it is damaged. */
export function memoriesInGoodCopy(file: string): number | undefined {
  try {
    using db = connect(file, { busyMs: 0 });
    return findDamage(db).length === 0 ? countMemoriesIn(db) : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** How many memories a file holds; a file from before its first migration holds none. */
export function countMemoriesIn(db: DatabaseSync): number {
  const there = db.prepare(`select 1 from sqlite_schema where name = 'memory'`).get();
  return there ? (db.prepare('select count(*) as n from memory').get()!.n as number) : 0;
}

export function damageInPages(db: DatabaseSync): string[] {
  db.exec('begin');
  try {
    // FTS5 keeps the shape of its index in memory and takes a change by another process for damage when it is checked;
    // a look into the index refreshes it, and the transaction keeps it true.
    probe(db);
    const pages = db.prepare('pragma integrity_check').all();
    const orphans = db.prepare('select "table", parent from pragma_foreign_key_check').all();
    return [
      ...pages
        .map((found) => found.integrity_check as string)
        // What it says of word indexes, they say themselves when they are compared with their texts.
        .filter((line) => line !== 'ok' && !/fts5/i.test(line)),
      ...orphans.map((found) => `a row of ${found.table} refers to a missing row of ${found.parent}`),
      ...(looksAsMade(db) ? [] : ['its schema differs from the expected one']),
    ];
  } finally {
    db.exec('rollback');
  }
}

/** Rank 1 compares the index with the texts themselves; without it only its own pages are looked at. */
function wordsAgree(db: DatabaseSync, table: string): boolean {
  try {
    db.exec(`insert into ${quoted(table)} (${quoted(table)}, rank) values ('integrity-check', 1)`);
    return true;
  } catch (error) {
    if (isDamage(error) || isOurMistake(error)) return false;
    throw error;
  }
}

/** Whether a file has the tables and columns its migrations made; a flipped bit in a schema can still be a schema. */
function looksAsMade(db: DatabaseSync): boolean {
  const version = db.prepare('pragma user_version').get()!.user_version as number;
  return version > latestVersion(migrations) || shapeOf(db) === shapeMade(version);
}

/** By version: to make one takes longer than to read most files. */
const shapes = new Map<number, string>();

function shapeMade(version: number): string {
  const known = shapes.get(version);
  if (known !== undefined) return known;
  using made = new DatabaseSync(':memory:');
  for (const each of [schema, ...migrations.slice(0, version - FIRST_VERSION)]) made.exec(each);
  const shape = shapeOf(made);
  shapes.set(version, shape);
  return shape;
}

/** Names alone: how SQLite writes down the rest may change from one version of it to the next. */
const shapeOf = (db: DatabaseSync): string =>
  db
    .prepare(
      `select t.name || ' ' || group_concat(c.name, ' ' order by c.cid) as names
       from pragma_table_list t join pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
       group by t.name order by t.name`,
    )
    .all()
    .map(({ names }) => names)
    .join('\n');
