import type { SQLOutputValue } from 'node:sqlite';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { addWords } from '@sqrl/base/sqlite/full-text.ts';
import { flag, fragment, json, raw, type Store, snakeCase } from '@sqrl/base/sqlite/query.ts';
import { noteRemoval } from '../journal.ts';
import { dropMark } from '../marks.ts';
import { wordsWithin } from './words.ts';

/** A memory's place in its file. Rows are the store's own; ids are everybody's. */
export type Row = number;

export interface FoundMemory {
  row: Row;
  memory: Memory;
}

/** The fields of a memory; its columns are called alike, but for the trigger's. */
const FIELDS: readonly (keyof Memory)[] = [
  ...(['id', 'type', 'scope', 'scopeOf', 'reach', 'owner', 'ownerId', 'userId', 'via', 'tier'] as const),
  ...(['status', 'polarity', 'key', 'text', 'tags', 'files', 'symbols', 'module', 'confidence'] as const),
  ...(['source', 'pinned', 'verified', 'needsReview', 'tainted', 'halfLifeDays', 'expiresAt'] as const),
  ...(['trigger', 'record', 'branch', 'createdAt', 'updatedAt'] as const),
];
const OWN = new Set<string>(FIELDS);
const columns = ['row', ...FIELDS.map(snakeCase)].join(', ').replace('trigger', 'trigger_when as "trigger"');

const rowOf = (memory: Memory, hash: string) => {
  const { trigger: triggerWhen, ...fields } = Object.fromEntries(
    FIELDS.map((field) => [field, memory[field]]),
  );
  return { ...fields, triggerWhen, hash, words: wordsWithin(memory) };
};

/** Adds a memory and returns its row, inside the caller's transaction. The caller has made sure that its hash is new in its scope. */
export function addMemory(store: Store, memory: Memory, hash: string): Row {
  const written = rowOf(memory, hash);
  const row = store.insert('memory', written);
  const { text, tags, files } = memory;
  addWords(store, 'memory_words', row, [text, JSON.stringify(tags), JSON.stringify(files), written.words]);
  addPlaces(store, row, memory);
  return row;
}

/** Not by a trigger, for the reason that the schema gives for words. */
function addPlaces(store: Store, row: Row, { files, symbols }: Memory): void {
  const insert = store.sql('insert or ignore into memory_place (kind, name, memory) values (?, ?, ?)');
  for (const file of files) insert.run('file', file, row);
  for (const symbol of symbols) insert.run('symbol', symbol, row);
}

export function replaceMemory(store: Store, row: Row, memory: Memory, hash: string): void {
  store.update('memory', fragment`row = ${row}`, rowOf(memory, hash));
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
  return found && foundMemory(found).memory;
}

/** The memories in these rows, in the order asked for; rows that are gone are left out. */
export function memoriesAt(store: Store, rows: readonly Row[]): { row: Row; memory: Memory }[] {
  if (rows.length === 0) return [];
  const found = new Map(
    store.rows`select ${raw(columns)} from memory where row in (select value from json_each(${rows}))`
      .map(foundMemory)
      .map(({ row, memory }) => [row, memory]),
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

export { columns as memoryColumns };

/** Reads a row of `memoryColumns`; what else was selected stays beside the memory. */
export function foundMemory<More = unknown>(found: Record<string, SQLOutputValue>): FoundMemory & More {
  const memory: Record<string, unknown> = {};
  const more: Record<string, unknown> = {};
  for (const name in found)
    if (OWN.has(name)) memory[name] = DECODERS[name]?.(found[name]!) ?? found[name];
    else more[name] = found[name];
  return { ...more, memory } as unknown as FoundMemory & More;
}

// Most lists are empty, and to say so is quicker than to parse it.
const list = (value: SQLOutputValue) => (value === '[]' ? [] : json(value));
const DECODERS: Record<string, (value: SQLOutputValue) => unknown> = {
  ...{ tags: list, files: list, symbols: list, trigger: json, record: json },
  ...{ pinned: flag, verified: flag, needsReview: flag, tainted: flag },
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
