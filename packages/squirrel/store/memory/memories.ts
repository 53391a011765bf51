import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { addWords } from '@sqrl/base/sqlite/full-text.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { noteRemoval } from '../journal.ts';
import { dropMark } from '../marks.ts';
import { wordsWithin } from './words.ts';

/** A memory's place in its file. Rows are the store's own; ids are everybody's. */
export type Row = number;

export interface FoundMemory {
  row: Row;
  memory: Memory;
}

/** How a field is stored: as it is, as 0 or 1, or as JSON. */
type ColumnCoding = 'plain' | 'flag' | 'list' | 'json';

/** Every field of a memory with its column. Statements, values and reading are all made from this list. */
const COLUMNS: readonly (readonly [column: string, field: keyof Memory, stored: ColumnCoding])[] = [
  ['id', 'id', 'plain'],
  ['type', 'type', 'plain'],
  ['scope', 'scope', 'plain'],
  ['scope_of', 'scopeOf', 'plain'],
  ['reach', 'reach', 'plain'],
  ['owner', 'owner', 'plain'],
  ['owner_id', 'ownerId', 'plain'],
  ['user_id', 'userId', 'plain'],
  ['via', 'via', 'plain'],
  ['tier', 'tier', 'plain'],
  ['status', 'status', 'plain'],
  ['polarity', 'polarity', 'plain'],
  ['key', 'key', 'plain'],
  ['text', 'text', 'plain'],
  ['tags', 'tags', 'list'],
  ['files', 'files', 'list'],
  ['symbols', 'symbols', 'list'],
  ['module', 'module', 'plain'],
  ['confidence', 'confidence', 'plain'],
  ['source', 'source', 'plain'],
  ['pinned', 'pinned', 'flag'],
  ['verified', 'verified', 'flag'],
  ['needs_review', 'needsReview', 'flag'],
  ['tainted', 'tainted', 'flag'],
  ['half_life_days', 'halfLifeDays', 'plain'],
  ['expires_at', 'expiresAt', 'plain'],
  ['trigger_when', 'trigger', 'json'],
  ['record', 'record', 'json'],
  ['branch', 'branch', 'plain'],
  ['created_at', 'createdAt', 'plain'],
  ['updated_at', 'updatedAt', 'plain'],
];

const NAMES = COLUMNS.map(([column]) => column);
/** As rows name them. */
const FIELDS = COLUMNS.map(([column, field]) => (column === 'trigger_when' ? 'triggerWhen' : field));
const OWN = new Set<string>(FIELDS);
const columns = ['row', ...NAMES].join(', ');
const written = [...NAMES, 'hash', 'words'];
const INSERT = `insert into memory (${written.join(', ')}) values (${written.map(() => '?').join(', ')})`;
const REPLACE = `update memory set ${written.map((name) => `${name} = ?`).join(', ')} where row = ?`;

/** Adds a memory and returns its row, inside the caller's transaction. The caller has made sure that its hash is new in its scope. */
export function addMemory(store: Store, memory: Memory, hash: string): Row {
  const words = wordsWithin(memory);
  const { lastInsertRowid } = store.sql(INSERT).run(...values(memory), hash, words);
  const { text, tags, files } = memory;
  addWords(store, 'memory_words', lastInsertRowid, [
    text,
    JSON.stringify(tags),
    JSON.stringify(files),
    words,
  ]);
  addPlaces(store, lastInsertRowid, memory);
  return Number(lastInsertRowid);
}

/** Not by a trigger, for the reason that the schema gives for words. */
function addPlaces(store: Store, row: number | bigint, { files, symbols }: Memory): void {
  const insert = store.sql('insert or ignore into memory_place (kind, name, memory) values (?, ?, ?)');
  for (const file of files) insert.run('file', file, row);
  for (const symbol of symbols) insert.run('symbol', symbol, row);
}

export function replaceMemory(store: Store, row: Row, memory: Memory, hash: string): void {
  store.sql(REPLACE).run(...values(memory), hash, wordsWithin(memory), row);
}

/** Removes a memory with its evidence, relations, metrics, looks and history; its vector is the caller's to remove. */
export function removeMemory(store: Store, row: Row): void {
  noteRemoval(store, row);
  store.run`delete from access where memory = (select id from memory where row = ${row})`;
  const gone = store.row`delete from memory where row = ${row} returning id`;
  if (gone) removeTraces(store, gone.id as string);
}

/** Forgets every question that a memory answered, since it tells what the answer was about. */
export function forgetQuestionsOf(store: Store, row: Row): void {
  store.run`delete from access where question in
    (select question from access where memory = (select id from memory where row = ${row}))`;
}

export function memoryAt(store: Store, row: Row): Memory | undefined {
  const found = store.row`select ${raw(columns)} from memory where row = ${row}`;
  return found && toMemory(found);
}

/** The memories in these rows, in the order asked for; rows that are gone are left out. */
export function memoriesAt(store: Store, rows: readonly Row[]): { row: Row; memory: Memory }[] {
  if (rows.length === 0) return [];
  const found = new Map(
    store
      .sql(`select ${columns} from memory where row in (select value from json_each(?))`)
      .lists(JSON.stringify(rows))
      .map((each) => [each[0] as Row, memoryIn((i) => each[i + 1])]),
  );
  return rows.flatMap((row) => {
    const memory = found.get(row);
    return memory ? [{ row, memory }] : [];
  });
}

export const rowsById = (store: Store, id: string): Row[] =>
  store.column`select row from memory where id >= ${id} and id < ${`${id}\u{10ffff}`} order by id = ${id}
    desc limit 2`;

export const rowById = (store: Store, id: string): Row | undefined =>
  store.value`select row from memory where id = ${id}`;

export function rowByHash(
  store: Store,
  { scope, scopeOf }: Pick<Memory, 'scope' | 'scopeOf'>,
  hash: string,
): Row | undefined {
  const found = store.row`select row from memory where scope = ${scope}
    and ifnull(scope_of, '') = ${scopeOf ?? ''} and hash = ${hash}`;
  return found?.row as Row | undefined;
}

/** The memories that hold and share a memory's key and scope. */
export const rivalsOf = (store: Store, row: Row, { key, scope, scopeOf, userId }: Memory): FoundMemory[] =>
  key === null
    ? []
    : store.rows`select ${raw(columns)} from memory
      where key = ${key} and scope = ${scope} and ifnull(scope_of, '') = ${scopeOf ?? ''} and ifnull(user_id,
        '') = ${userId ?? ''}
        and status <> 'deprecated' and row <> ${row} order by row`.map(foundMemory);

export const verifiedIds = (store: Store): string[] => store.column`select id from memory where verified = 1`;

/** What changes when a memory comes, goes or is changed. */
export function memoriesStamp(store: Store): string {
  const found = store.row`select count(*) as n, max(row) as last, max(updated_at) as at from memory`!;
  return `${found.n}:${found.last}:${found.at}`;
}

export const countMemories = (store: Store): number => store.value`select count(*) as n from memory`;

export function countBy(store: Store, column: 'type' | 'scope' | 'status'): Record<string, number> {
  const rows = store.rows`select ${raw(column)} as what, count(*) as n from memory group by 1 order by 2 desc`;
  return Object.fromEntries(rows.map((found) => [found.what as string, found.n as number]));
}

export function countMarks(
  store: Store,
  usedSince: number,
): { pinned: number; needsReview: number; used: number } {
  return store.row`select ifnull(sum(pinned), 0) as pinned, ifnull(sum(needs_review), 0) as needsReview,
    (select count(*) from metrics where last_used_at >= ${usedSince}) as used from memory`!;
}

const values = (memory: Memory): SQLInputValue[] =>
  COLUMNS.map(([, field, stored]) => {
    const value = memory[field];
    if (stored === 'plain') return value as SQLInputValue;
    if (stored === 'flag') return Number(value);
    return value === null ? null : JSON.stringify(value);
  });

export { columns as memoryColumns };

/** Reads a row of `memoryColumns`; what else was selected stays beside the memory. */
export function foundMemory<More = unknown>(found: Record<string, SQLOutputValue>): FoundMemory & More {
  const more: Record<string, unknown> = {};
  for (const name in found) if (!OWN.has(name)) more[name] = found[name];
  return { ...more, memory: toMemory(found) } as FoundMemory & More;
}

const toMemory = (found: Record<string, SQLOutputValue>): Memory => memoryIn((i) => found[FIELDS[i]!]);

function memoryIn(valueAt: (column: number) => SQLOutputValue | undefined): Memory {
  const memory: Record<string, unknown> = {};
  for (const [i, [, field, stored]] of COLUMNS.entries()) memory[field] = READ[stored](valueAt(i));
  return memory as unknown as Memory;
}

const READ: Record<ColumnCoding, (value: SQLOutputValue | undefined) => unknown> = {
  plain: (value) => value,
  flag: (value) => value === 1,
  // Most lists are empty, and to say so is quicker than to parse it.
  list: (value) => (value === '[]' ? [] : JSON.parse(value as string)),
  json: (value) => (value === null ? null : JSON.parse(value as string)),
};

/** Forgets everything that hangs on a memory by its id alone. */
export function removeTraces(store: Store, memory: string): void {
  store.run`delete from memory_step where memory = ${memory}`;
  store.run`delete from deed where memory = ${memory}`;
  store.run`delete from outcome where memory = ${memory}`;
  store.run`delete from tally where memory = ${memory}`;
  dropMark(store, 'judged', memory);
  store.run`delete from injection_memory where memory = ${memory}`;
  store.run`update injection set "left" = (select json_group_array(json(value)) from json_each("left")
    where value ->> 'memory' <> ${memory}) where instr("left", ${memory})`;
  dropMark(store, 'lift', memory);
  store.run`delete from rule_breach where memory = ${memory}`;
  store.run`delete from telling where id = ${memory} or memory = ${memory}`;
  store.run`update refusal set memory = null where memory = ${memory}`;
}
