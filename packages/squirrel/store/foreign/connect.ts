import {
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, constants as sqlite } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { walSize } from '../connect.ts';
import { damage, isDamage } from '../failures.ts';
import { asTrouble, damaged, inUse, isBusy, tooLarge, unreadable } from './troubles.ts';

/** How often something that changes under our eyes is tried again. */
export const ATTEMPTS = 4;

export interface OpenedDatabase {
  db: DatabaseSync;
  /** Nothing guards what is read: the file had no writer when it was opened. */
  frozen: boolean;
  again(): DatabaseSync;
  discard(): void;
}

/** How long we wait for the other program before we leave it alone and come back another time. */
const BUSY_MS = 250;

/** Past this a copy costs more than what is in it is worth reading now. */
const MAX_COPY_BYTES = 4 * 2 ** 30;

/** Opens the file in the one way that neither writes next to it nor reads what is half-written. */
export function connectForeign(path: string): OpenedDatabase {
  const kind = kindOf(path);
  if (kind === 'empty') throw unreadable(`${path} is empty.`);
  if (kind === 'foreign') throw damaged(path);
  const shared = exists(`${path}-shm`);
  // In WAL mode without a log and its index, no process has it open and the file alone is everything. To open it as usual
  // would make both files next to it.
  if (kind === 'wal' && !shared && walSize(path) === 0) return frozen(path);
  // A log without its index: SQLite would have to make the index, next to the file.
  if (kind === 'wal' && !shared) return copied(path);
  try {
    return guarded(path);
  } catch (error) {
    if (isDamage(error)) throw damaged(path, error);
    if (isBusy(error)) throw inUse(path, error);
    // Left half-written by a crash: to be put right before it can be read, and that is its owner's to do.
    return copied(path);
  }
}

/** As any reader does, under the locks that its owner knows, with the index of the log never written to. */
function guarded(path: string): OpenedDatabase {
  const again = () => connectTo(path, 'mode=ro&readonly_shm=1');
  return { db: again(), frozen: false, again, discard: () => {} };
}

function frozen(path: string): OpenedDatabase {
  const again = () => connectTo(path, 'immutable=1');
  return { db: again(), frozen: true, again, discard: () => {} };
}

/** A copy of the file with its log or journal, in a folder of our own, where SQLite may put right what it needs to. */
function copied(path: string): OpenedDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-foreign-'));
  const discard = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = copyInto(folder, path);
    const again = () => connectTo(copy, 'mode=rw');
    return { db: again(), frozen: false, again, discard };
  } catch (error) {
    discard();
    throw asTrouble(error, path);
  }
}

function copyInto(folder: string, path: string): string {
  const copy = join(folder, 'copy.db');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = databaseStamp(path);
    if (statSync(path).size + walSize(path) > MAX_COPY_BYTES) throw tooLarge(path);
    for (const end of ['', '-wal', '-journal'])
      if (exists(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
      else rmSync(copy + end, { force: true });
    if (databaseStamp(path) === before) return copy;
  }
  throw inUse(path);
}

function connectTo(path: string, query: string): DatabaseSync {
  const readOnly = !query.includes('mode=rw');
  const db = new DatabaseSync(`${pathToFileURL(path)}?${query}`, {
    readOnly,
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
    const tables = tablesIn(db);
    if ('setAuthorizer' in db) db.setAuthorizer(plainTablesOnly(tables));
    db.exec('rollback');
    return 'setAuthorizer' in db ? db : checkedByName(db, tables);
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
 */
function plainTablesOnly({ plain }: TableNames): Parameters<DatabaseSync['setAuthorizer']>[0] {
  return (action, name, _column, _database, view) => {
    if (view !== null) return sqlite.SQLITE_DENY;
    if (action === sqlite.SQLITE_READ)
      return plain.has(String(name).toLowerCase()) ? sqlite.SQLITE_OK : sqlite.SQLITE_DENY;
    return ALLOWED.has(action) || (action === sqlite.SQLITE_PRAGMA && name === 'table_info')
      ? sqlite.SQLITE_OK
      : sqlite.SQLITE_DENY;
  };
}

/**
 * The same for Node 22, which cannot ask before SQLite reads: every statement is one of ours, and names its tables after
 * `from` and `join`. SQLite's own refusal is thrown.
 */
function checkedByName(db: DatabaseSync, { plain, others }: TableNames): DatabaseSync {
  const prepare = db.prepare.bind(db);
  db.prepare = (sql, ...options) => {
    const named = [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)].map(([, name]) => name!.toLowerCase());
    if (named.some((name) => others.has(name) && !plain.has(name)))
      throw Object.assign(new Error('not authorized'), { errcode: 23 });
    return prepare(sql, ...options);
  };
  return db;
}

interface TableNames {
  plain: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

function tablesIn(db: DatabaseSync): TableNames {
  // As SQLite understood the schema: what `sqlite_schema.type` says may be a lie.
  const tables = db
    .prepare(
      `select name, type = 'table'
          and not exists (select 1 from pragma_table_xinfo(listed.name) where hidden <> 0) as plain
        from pragma_table_list as listed where schema = 'main'`,
    )
    .all();
  const names = (plain: number) =>
    tables.filter((table) => table.plain === plain).map(({ name }) => String(name).toLowerCase());
  return {
    plain: new Set([...names(1), 'sqlite_schema', 'sqlite_master', 'pragma_table_info']),
    others: new Set(names(0)),
  };
}

const ALLOWED = new Set<number>([sqlite.SQLITE_SELECT, sqlite.SQLITE_FUNCTION, sqlite.SQLITE_TRANSACTION]);

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
