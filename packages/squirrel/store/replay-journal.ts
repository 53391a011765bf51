import { readFileSync } from 'node:fs';
import type { SQLOutputValue } from 'node:sqlite';
import { addWords } from '@sqrl/base/sqlite/full-text.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { columnsOf, quoted } from '@sqrl/base/sqlite/tables.ts';
import {
  hasJournal,
  JOURNAL_KEYS,
  type JournalEntry,
  type JournalRows,
  journalAt,
  journalOf,
  PARTS_BY_ID,
  PARTS_BY_ROW,
} from './journal.ts';
import { removeMemory, rowByHash, rowById } from './memory/memories.ts';
import { removeVector } from './vectors/stored-index.ts';

export interface ReplayReport {
  memories: number;
  /** Lines that could not be read: the last one where a process died while it wrote, or damaged ones. */
  unread: number;
}

/**
 * Brings what people typed and decided back into a store that was made from an older copy, or from nothing. What the store
 * knows in a newer state stays; a second time changes nothing.
 */
export function replayJournal(store: Store, path = store.path): ReplayReport {
  const { entries, unread } = readJournal(path);
  let memories = 0;
  const replay = () =>
    store.transaction(() => {
      for (const entry of entries) if (replayEntry(store, entry) && entry.of === 'memory') memories++;
    });
  const journal = journalAt(store);
  if (journal) journal.without(replay);
  else replay();
  return { memories, unread };
}

/** The last line of each memory and decision. */
export function readJournal(path: string): { entries: JournalEntry[]; unread: number } {
  const entries = new Map<string, JournalEntry>();
  let unread = 0;
  const lines = hasJournal(path) ? readFileSync(journalOf(path), 'utf8').split('\n') : [];
  for (const line of lines.filter((each) => each !== '')) {
    const entry = entryIn(line);
    if (entry) entries.set(`${entry.of} ${entry.key}`, entry);
    else unread++;
  }
  return { entries: [...entries.values()], unread };
}

function entryIn(line: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(line) as JournalEntry;
    return entry.of in JOURNAL_KEYS && typeof entry.key === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function replayEntry(store: Store, entry: JournalEntry): boolean {
  const { of, key, rows } = entry;
  if (of === 'memory') return rows === null ? forget(store, entry) : bringMemory(store, key, rows);
  store.run`delete from ${raw(of)} where ${raw(JOURNAL_KEYS[of])} = ${key}`;
  for (const row of rows?.[of] ?? []) insert(store, of, row);
  return true;
}

/** What was removed after the copy was made does not come back with it. */
function forget(store: Store, { key, at }: JournalEntry): boolean {
  const row = rowById(store, key);
  if (row === undefined || updatedAt(store, row) > at) return false;
  remove(store, row);
  return true;
}

function bringMemory(store: Store, id: string, rows: JournalRows): boolean {
  const typed = rows.memory![0]!;
  const scope = { scope: typed.scope, scopeOf: typed.scope_of } as Parameters<typeof rowByHash>[1];
  const twin = rowByHash(store, scope, typed.hash as string);
  const known = rowById(store, id) ?? twin;
  if (known !== undefined && updatedAt(store, known) > (typed.updated_at as number)) return false;
  // Learned from logs meanwhile under another id.
  if (twin !== undefined && twin !== known) remove(store, twin);
  const row = known === undefined ? add(store, typed) : replace(store, known, typed);
  for (const part of PARTS_BY_ROW) {
    store.run`delete from ${raw(part)} where memory = ${row}`;
    for (const each of rows[part] ?? []) insert(store, part, { ...each, memory: row });
  }
  for (const [part, where] of PARTS_BY_ID) {
    store.sql(`delete from ${part} where ${where}`).run(id);
    for (const each of rows[part] ?? []) insert(store, part, each);
  }
  return true;
}

const updatedAt = (store: Store, row: number): number =>
  store.value`select updated_at as at from memory where row = ${row}`;

function remove(store: Store, row: number): void {
  removeVector(store, row);
  removeMemory(store, row);
}

function add(store: Store, typed: Record<string, SQLOutputValue>): number {
  const row = insert(store, 'memory', typed);
  const { text, tags, files, words } = typed;
  addWords(store, 'memory_words', row, [text!, tags!, files!, words!]);
  for (const [kind, column] of [
    ['file', 'files'],
    ['symbol', 'symbols'],
  ] as const)
    store.run`insert or ignore into memory_place (kind, name, memory)
      select ${kind}, value, row from memory, json_each(${raw(column)}) where row = ${row}`;
  return row;
}

/** Triggers see to its words and places. */
function replace(store: Store, row: number, typed: Record<string, SQLOutputValue>): number {
  const before = store.value`select text from memory where row = ${row}`;
  const names = namesIn(store, 'memory', typed);
  store
    .sql(`update memory set ${names.map((name) => `${quoted(name)} = ?`).join(', ')} where row = ?`)
    .run(...names.map((name) => typed[name]!), row);
  if (before !== typed.text) removeVector(store, row);
  return row;
}

/** The row it came to lie in; numbers of rows are given anew. */
function insert(store: Store, table: string, values: Record<string, SQLOutputValue>): number {
  const names = namesIn(store, table, values);
  const { lastInsertRowid } = store
    .sql(
      `insert or replace into ${table} (${names.map(quoted).join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    .run(...names.map((name) => values[name]!));
  return Number(lastInsertRowid);
}

/** Columns that a line and the table both have: the line may be of an older version. */
const namesIn = (store: Store, table: string, values: Record<string, SQLOutputValue>): string[] =>
  columnsOf(store.db, table)
    .map(({ name }) => name)
    .filter((name) => name !== 'row' && name in values);
