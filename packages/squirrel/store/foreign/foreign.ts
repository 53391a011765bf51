import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Problem } from '@sqrl/base/problem.ts';
import { walSize } from '../connect.ts';
import { damage, isDamage } from '../failures.ts';

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

/** Whether a statement was refused that names something else than a plain table. */
const isUnauthorized = (error: unknown): boolean => (error as { errcode?: number }).errcode === 23;

export const isBusy = (error: unknown): boolean =>
  [5, 6, 15].includes((((error ?? {}) as { errcode?: number }).errcode ?? 0) & 0xff);

/** Turns what SQLite or the disk says into what became of another program's file. */
export function asTrouble(error: unknown, path: string): unknown {
  if (error instanceof Problem) return error;
  if (isDamage(error)) return damaged(path, error);
  if (isBusy(error)) return inUse(path, error);
  if (isUnauthorized(error))
    return new Problem(
      `${path} was not read: it has a view, a virtual table or a generated column in place of a plain table.`,
      'The program that owns it does not write such files; check what else changed it.',
      'store',
      error,
    );
  // A mistake in a question of ours, such as a column that is not there, is told as it is.
  return (error as { errcode?: number }).errcode === 1 ? error : unreadable(`${path} cannot be read.`, error);
}

export const inUse = (path: string, cause?: unknown): Problem =>
  new Problem(`${path} is in use by another program.`, 'Squirrel retries later.', 'store', cause);

export const damaged = (path: string, cause?: unknown): Problem =>
  new Problem(
    `${path} is damaged or not a database.`,
    'The program that owns it may be able to repair it.',
    'store',
    cause,
  );

export const unreadable = (message: string, cause?: unknown): Problem =>
  new Problem(message, 'Check that it exists and that you can read it.', 'store', cause);

export const unfinished = (path: string, cause?: unknown): Problem =>
  new Problem(
    `${path} has changes that its owner did not finish writing.`,
    'Start the program that owns it once; it recovers the file, and Squirrel reads it then.',
    'store',
    cause,
  );

/** How often something that changes under our eyes is tried again. */
export const ATTEMPTS = 4;

export interface OpenedDatabase {
  db: DatabaseSync;
  /** Nothing guards what is read: the file had no writer when it was opened. */
  frozen: boolean;
  again(): DatabaseSync;
}

/** How long we wait for the other program before we leave it alone and come back another time. */
const BUSY_MS = 250;

/** Opens the file in the one way that neither writes next to it nor reads what is half-written. */
export function connectForeign(path: string): OpenedDatabase {
  const kind = kindOf(path);
  if (kind === 'empty') throw unreadable(`${path} is empty.`);
  if (kind === 'foreign') throw damaged(path);
  // In WAL mode without a log and its index, no process has it open and the file alone is everything. To open it as usual
  // would make both files next to it.
  const frozen = kind === 'wal' && !exists(`${path}-shm`);
  // A log without its index: SQLite would have to make the index, next to the file.
  if (frozen && walSize(path) > 0) throw unfinished(path);
  // Else as any reader does, under the locks that its owner knows, with the index of the log never written to.
  const again = () => connectTo(path, frozen ? 'immutable=1' : 'mode=ro&readonly_shm=1');
  try {
    return { db: again(), frozen, again };
  } catch (error) {
    if (isDamage(error)) throw damaged(path, error);
    // Left half-written by a crash: to be put right before it can be read, and that is its owner's to do.
    throw isBusy(error) ? inUse(path, error) : unfinished(path, error);
  }
}

function connectTo(path: string, query: string): DatabaseSync {
  const db = new DatabaseSync(`${pathToFileURL(path)}?${query}`, {
    readOnly: true,
    timeout: BUSY_MS,
    allowExtension: false,
    enableForeignKeyConstraints: false,
    defensive: true,
    limits: { length: MAX_VALUE_BYTES },
  });
  try {
    // Views and triggers of a hostile file must not run functions; and no memory map, which kills where the file shrinks.
    db.exec('pragma trusted_schema = off; pragma mmap_size = 0; pragma cache_size = -8000');
    db.exec('begin');
    db.prepare('select count(*) from sqlite_schema').get();
    // SQLite takes what is missing of a page that was cut short for zeros, and answers with them.
    if (statSync(path).size % (db.prepare('pragma page_size').get()!.page_size as number) !== 0)
      throw damage();
    const unread = tablesBesidesPlain(db);
    db.exec('rollback');
    return plainTablesOnly(db, unread);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A value past this is not read. A chain of pages that leads back to itself could claim a gigabyte in a file of 8 KB. */
const MAX_VALUE_BYTES = 256 * 2 ** 20;

/**
 * Lets statements read ordinary tables alone. A view with the name of a table we read could recurse forever, and nothing
 * can interrupt a statement from outside; a virtual table or a generated column runs code over content of the file's choice.
 * Every statement is one of ours, and names its tables after `from` and `join`. SQLite's own refusal is thrown.
 */
function plainTablesOnly(db: DatabaseSync, unread: ReadonlySet<string>): DatabaseSync {
  const prepare = db.prepare.bind(db);
  db.prepare = (sql, ...options) => {
    const named = [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)].map(([, name]) => name!.toLowerCase());
    if (named.some((name) => unread.has(name)))
      throw Object.assign(new Error('not authorized'), { errcode: 23 });
    return prepare(sql, ...options);
  };
  return db;
}

/** As SQLite understood the schema: what `sqlite_schema.type` says may be a lie. */
const tablesBesidesPlain = (db: DatabaseSync): ReadonlySet<string> =>
  new Set(
    db
      .prepare(
        `select name from pragma_table_list as listed where schema = 'main' and name not like 'sqlite\\_%' escape '\\'
          and (type <> 'table' or exists (select 1 from pragma_table_xinfo(listed.name) where hidden <> 0))`,
      )
      .all()
      .map(({ name }) => String(name).toLowerCase()),
  );

/** What the first bytes of a file say of it: bytes 18 and 19 tell whether changes are kept in a log. */
function kindOf(path: string): 'wal' | 'plain' | 'foreign' | 'empty' {
  const head = Buffer.alloc(20);
  let read: number;
  // To open a fifo would wait for a writer.
  if (exists(path) && !statSync(path).isFile()) throw unreadable(`${path} is not a file.`);
  try {
    const file = openSync(path, 'r');
    try {
      read = readSync(file, head, 0, 20, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(`${path} cannot be opened.`, error);
  }
  if (read === 0) return 'empty';
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') return 'foreign';
  return head[18] === 2 || head[19] === 2 ? 'wal' : 'plain';
}

/** Changes whenever anything is written to the file or its log. */
export function databaseStamp(path: string): string {
  return ['', '-wal', '-journal']
    .map((end) => statSync(path + end, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}` : '-'))
    .join(' ');
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
