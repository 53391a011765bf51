import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Store } from './query.ts';

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

export function emptyTables(db: DatabaseSync): void {
  for (const table of plainTables(db)) db.exec(`delete from main.${quoted(table)}`);
  for (const table of wordTables(db))
    db.exec(`insert into ${quoted(table)} (${quoted(table)}) values ('delete-all')`);
}

export function rebuildWords(db: DatabaseSync): void {
  for (const table of wordTables(db))
    db.exec(`insert into ${quoted(table)} (${quoted(table)}) values ('rebuild')`);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tablesOfType = (db: DatabaseSync, type: string): string[] =>
  db
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = ? and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all(type)
    .map(({ name }) => name as string);

/** So many rows go into one statement: to start one takes as long as to add a row. */
const ROWS_PER_INSERT = 16;

/** Adds many rows; `into` names the table and its columns, `valuesOf` gives a row's values in their order. */
export function insertMany<Row>(
  store: Store,
  into: string,
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly SQLInputValue[],
): void {
  let at = 0;
  for (; at + ROWS_PER_INSERT <= rows.length; at += ROWS_PER_INSERT) {
    const values: SQLInputValue[] = [];
    for (let i = at; i < at + ROWS_PER_INSERT; i++) values.push(...valuesOf(rows[i]!));
    store.sql(textOf(into, values.length, ROWS_PER_INSERT)).run(...values);
  }
  for (; at < rows.length; at++) {
    const values = valuesOf(rows[at]!);
    store.sql(textOf(into, values.length, 1)).run(...values);
  }
}

const texts = new Map<string, string>();

function textOf(into: string, values: number, rows: number): string {
  const key = `${rows} ${into}`;
  const known = texts.get(key);
  if (known) return known;
  const row = `(${Array(values / rows)
    .fill('?')
    .join(', ')})`;
  const text = `insert into ${into} values ${Array(rows).fill(row).join(', ')}`;
  texts.set(key, text);
  return text;
}
