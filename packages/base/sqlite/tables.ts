import type { DatabaseSync } from 'node:sqlite';

/** The tables that hold something of their own: no indexes of words, and nothing that SQLite keeps behind them. */
export const plainTables = (db: DatabaseSync): string[] => tablesOfType(db, 'table');

/** The indexes of words. Each is derived from a plain table. */
export const wordTables = (db: DatabaseSync): string[] => tablesOfType(db, 'virtual');

export const columnsOf = (db: DatabaseSync, table: string): Column[] =>
  db
    .prepare('select name, type, "notnull" as needed, pk from pragma_table_info(?)')
    .all(table) as unknown as Column[];

export interface Column {
  name: string;
  type: string;
  needed: number;
  /** Its place in the primary key, from one. */
  pk: number;
}

/** Writes whole tables without the triggers that keep the word indexes, which would run for every row. */
export function withoutTriggers(db: DatabaseSync, work: () => void): void {
  const triggers = db.prepare(`select name, sql from main.sqlite_schema where type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`drop trigger main.${quoted(name as string)}`);
  work();
  for (const { sql } of triggers) db.exec(sql as string);
}

/** Deletes every row there is. */
export function emptyTables(db: DatabaseSync): void {
  for (const table of plainTables(db)) db.exec(`delete from main.${quoted(table)}`);
  for (const table of wordTables(db))
    db.exec(`insert into ${quoted(table)} (${quoted(table)}) values ('delete-all')`);
}

/** Builds the word indexes anew from their texts. */
export function rebuildWords(db: DatabaseSync): void {
  for (const table of wordTables(db))
    db.exec(`insert into ${quoted(table)} (${quoted(table)}) values ('rebuild')`);
}

/** A name as SQL wants it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tablesOfType = (db: DatabaseSync, type: string): string[] =>
  db
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = ? and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all(type)
    .map(({ name }) => name as string);
