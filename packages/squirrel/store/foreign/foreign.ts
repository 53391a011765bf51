import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ATTEMPTS, connectForeign, databaseStamp } from './connect.ts';
import { asTrouble, inUse } from './troubles.ts';

/** A row of another program's table: any column may be missing, or hold anything. */
export type ForeignRow = Record<string, unknown>;

/** Asks one question; only while the `read` it was handed to runs. */
export type ForeignQuery = (sql: string, ...values: SQLInputValue[]) => ForeignRow[];

export interface ForeignDatabase {
  /** Runs questions that must see one state of the file. Keep it short: a reader may hold up the file's owner. */
  read<T>(questions: (ask: ForeignQuery) => T): T;
  /** The columns of a table; none where there is no such table. */
  columns(table: string): ReadonlySet<string>;
  [Symbol.dispose](): void;
}

/**
 * Opens another program's SQLite file. Nothing is ever written to it or next to it, and its owner never waits for us
 * longer than one `read` takes. Throws a Problem where the file is in use, damaged or gone.
 */
export function openForeign(path: string): ForeignDatabase {
  const open = connectForeign(path);
  let { db } = open;
  const ask: ForeignQuery = (sql, ...values) => rowsOf(db, sql, values);
  const read = <T>(questions: (ask: ForeignQuery) => T): T => {
    for (let attempt = 1; ; attempt++) {
      const before = open.frozen ? databaseStamp(path) : '';
      try {
        const answer = inOneState(db, () => questions(ask));
        // Read without locks: what was seen counts only if no process wrote meanwhile.
        if (!open.frozen || databaseStamp(path) === before) return answer;
      } catch (error) {
        if (!open.frozen || databaseStamp(path) === before) throw asTrouble(error, path);
      }
      if (attempt === ATTEMPTS) throw inUse(path);
      db.close();
      db = open.again();
    }
  };
  return {
    read,
    columns: (table) =>
      new Set(
        read((ask) => ask('select name from pragma_table_info(?)', table).map((row) => String(row.name))),
      ),
    [Symbol.dispose]() {
      db.close();
      open.discard();
    },
  };
}

function inOneState<T>(db: DatabaseSync, questions: () => T): T {
  db.exec('begin');
  try {
    return questions();
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}

function rowsOf(db: DatabaseSync, sql: string, values: SQLInputValue[]): ForeignRow[] {
  const rows = statementOf(db, sql).all(...values) as ForeignRow[];
  for (const row of rows)
    for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name]);
  return rows;
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function statementOf(db: DatabaseSync, sql: string): StatementSync {
  const known = prepared.get(db) ?? new Map<string, StatementSync>();
  prepared.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  // A number past 2^53 would throw; as a float it is merely wrong, and nothing of ours is so large.
  statement.setReadBigInts(true);
  return statement;
}
