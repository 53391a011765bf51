import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { moveInPlace } from './lock.ts';

/**
 * What people typed, edited and decided lies in the database and, since logs cannot bring it back, in a journal next to
 * it: JSON lines, each with the whole present state of one memory or decision. A line is on disk before its change is
 * committed. The texts come from the database, so they are redacted as everything there is.
 */
export const journalOf = (path: string): string => `${path}.journal.jsonl`;

export type JournalRows = Record<string, Record<string, SQLOutputValue>[]>;

/** One line: a memory by its id, or the rows of a table that share a key. Without rows it was removed. */
export interface JournalEntry {
  of: JournalTable;
  key: string;
  at: number;
  rows: JournalRows | null;
}

/** What is journaled, and the column that names it. Of a memory all its parts are. */
export const JOURNAL_KEYS = {
  memory: 'id',
  refusal: 'hash',
  shared: 'id',
  mark: `kind || ' ' || name`,
} as const;

export type JournalTable = keyof typeof JOURNAL_KEYS;

/** Marks that a person decided; the others count and tell how far work is. */
const DECISIONS: ReadonlySet<string> = new Set(
  ['trust', 'phase weights', 'phase weights decided']
    .map((name) => `state ${name}`)
    .concat(['device', 'person', 'joined', 'hub person', 'hub auto'].map((name) => `sync ${name}`)),
);

export const isDecision = (kind: string, name: string | number): boolean =>
  kind === 'forgotten' || kind === 'hub key' || DECISIONS.has(`${kind} ${name}`);

/** The parts of a memory: by its row, and by its id. */
export const PARTS_BY_ROW = ['evidence', 'relation', 'anchor'] as const;
export const PARTS_BY_ID: readonly (readonly [table: string, where: string])[] = [
  ['memory_step', 'memory = ?'],
  ['deed', 'memory = ?'],
  ['telling', 'memory = ?'],
  // What the gate wanted of it: without that, learning again would put its own words over a person's.
  ['draft', 'memory = ?'],
];

/** Whether a memory was typed, or a person did something to it. */
const IS_TYPED = `(source = 'user_taught' or verified = 1 or pinned = 1
  or exists (select 1 from deed where deed.memory = memory.id)
  or exists (select 1 from telling where telling.memory = memory.id)
  or exists (select 1 from shared where shared.id = memory.id and standing = 'mine'))`;

/** Everything of people in a store, as [table, key]. */
const TYPED = `
  select 'memory', id from memory where ${IS_TYPED}
  union all select 'shared', id from shared where standing in ('mine', 'hidden')
  union all select distinct 'refusal', hash from refusal where hash is not null
  union all select 'mark', kind || ' ' || name from mark
    where kind in ('forgotten', 'hub key') or kind || ' ' || name in (select value from json_each(?))`;

/** The journal of an open store. */
export class Journal {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #pending = new Map<string, [JournalTable, string]>();
  #isOff = false;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    journals.set(store.db, this);
  }

  note(table: JournalTable, key: string): void {
    if (this.#isOff) return;
    this.#pending.set(`${table} ${key}`, [table, key]);
    if (this.#store.db.isTransaction) return;
    this.write();
    this.ended();
  }

  /** Puts what changed in this transaction on disk; called right before the commit. */
  write(): void {
    if (this.#pending.size > 0) append(this.#store.path, this.#lines(this.#pending.values()));
  }

  /** The transaction has ended, in a commit or not. */
  ended(): void {
    this.#pending.clear();
  }

  /**
   * Writes the journal anew from the store, which was found good: shorter, and without the texts of what was removed.
   * False where another process writes, or this one is in the middle of it: then the next time will do.
   */
  rewrite(): boolean {
    const file = journalOf(this.#store.path);
    if (this.#store.db.isTransaction) return false;
    try {
      // No other process may append meanwhile; all do it inside their transactions.
      this.#store.db.exec('begin immediate');
    } catch {
      return false;
    }
    try {
      const typed = this.#store.sql(TYPED).lists(JSON.stringify([...DECISIONS])) as [JournalTable, string][];
      if (typed.length === 0) rmSync(file, { force: true });
      else {
        const part = `${file}.part`;
        rmSync(part, { force: true });
        append(this.#store.path, this.#lines(typed), part);
        moveInPlace(part, file);
      }
      return true;
    } finally {
      this.#store.db.exec('commit');
    }
  }

  without(work: () => void): void {
    this.#isOff = true;
    try {
      work();
    } finally {
      this.#isOff = false;
    }
  }

  *#lines(noted: Iterable<[JournalTable, string]>): Generator<string> {
    for (const [of, key] of noted) {
      const entry: JournalEntry = { of, key, at: this.#now(), rows: this.#rowsOf(of, key) };
      yield `${JSON.stringify(entry)}\n`;
    }
  }

  #rowsOf(table: JournalTable, key: string): JournalRows | null {
    const own = this.#all(table, `${JOURNAL_KEYS[table]} = ?`, key);
    if (table !== 'memory' || own.length === 0) return own.length === 0 ? null : { [table]: own };
    const parts: JournalRows = { memory: own };
    for (const part of PARTS_BY_ROW) parts[part] = this.#all(part, 'memory = ?', own[0]!.row as number);
    for (const [part, where] of PARTS_BY_ID) parts[part] = this.#all(part, where, key);
    return parts;
  }

  #all(table: string, where: string, value: SQLInputValue): JournalRows[string] {
    return this.#store.sql(`select * from ${table} where ${where}`).all(value);
  }
}

/** By connection: a store may be wrapped in another object. */
const journals = new WeakMap<object, Journal>();

/** The journal of a store; undefined where it has none: in memory, read-only, or still being made. */
export const journalAt = (store: Store): Journal | undefined => journals.get(store.db);

/** Notes that a person's memory or decision changed; it is journaled before the transaction is committed. */
export const noteTyped = (store: Store, table: JournalTable, key: string): void =>
  journalAt(store)?.note(table, key);

/** Notes that a memory is about to be removed, if it is one of a person. */
export function noteRemoval(store: Store, row: number): void {
  if (!journalAt(store)) return;
  const typed = store.row`select id from memory where row = ${row} and ${raw(IS_TYPED)}`;
  if (typed) noteTyped(store, 'memory', typed.id as string);
}

/** How much of a rewritten journal goes to disk at once. */
const BATCH = 1 << 20;

function append(path: string, lines: Iterable<string>, file = journalOf(path)): void {
  const handle = openSync(file, 'a+', 0o600);
  try {
    let batch = endsInLine(handle) ? '' : '\n';
    for (const line of lines) {
      batch += line;
      if (batch.length < BATCH) continue;
      writeSync(handle, batch);
      batch = '';
    }
    writeSync(handle, batch);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** False where a process died in the middle of its last line. */
function endsInLine(handle: number): boolean {
  const { size } = fstatSync(handle);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(handle, last, 0, 1, size - 1);
  return last[0] === 10;
}

export function removeJournal(path: string): void {
  for (const end of ['', '.part']) rmSync(journalOf(path) + end, { force: true });
}

export const hasJournal = (path: string): boolean => existsSync(journalOf(path));
