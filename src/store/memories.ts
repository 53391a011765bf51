import type { SQLOutputValue } from 'node:sqlite';
import type { Memory } from '../model/memory.ts';
import { removeTraces } from './memory-traces.ts';
import type { Store } from './store.ts';
import { wordsWithin } from './words.ts';

/** A memory's place in its file. Rows are the store's own; ids are everybody's. */
export type Row = number;

const columns = `row, id, type, scope, scope_of, owner, tier, status, polarity, key, text, tags, files, symbols, module,
  confidence, source, pinned, verified, needs_review, tainted, half_life_days, expires_at, trigger_when, branch,
  created_at, updated_at`;
const NAMES = columns.split(/,\s*/);

/** Adds a memory and returns its row, inside the caller's transaction. The caller has made sure that its hash is new in its scope. */
export function addMemory(store: Store, memory: Memory, hash: string): Row {
  const words = wordsWithin(memory);
  const { lastInsertRowid } = store
    .sql(
      `insert into memory (id, type, scope, scope_of, owner, tier, status, polarity, key, text, tags, files, symbols,
         module, confidence, source, pinned, verified, needs_review, tainted, half_life_days, expires_at,
         trigger_when, branch, created_at, updated_at, hash, words)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...values(memory), hash, words);
  store
    .sql('insert into memory_words (rowid, text, tags, files, words) values (?, ?, ?, ?, ?)')
    .run(lastInsertRowid, memory.text, JSON.stringify(memory.tags), JSON.stringify(memory.files), words);
  return Number(lastInsertRowid);
}

/** Writes a memory over the one in its row. */
export function replaceMemory(store: Store, row: Row, memory: Memory, hash: string): void {
  store
    .sql(
      `update memory set id = ?, type = ?, scope = ?, scope_of = ?, owner = ?, tier = ?, status = ?, polarity = ?,
         key = ?, text = ?, tags = ?, files = ?, symbols = ?, module = ?, confidence = ?, source = ?, pinned = ?,
         verified = ?, needs_review = ?, tainted = ?, half_life_days = ?, expires_at = ?, trigger_when = ?,
         branch = ?, created_at = ?, updated_at = ?, hash = ?, words = ?
       where row = ?`,
    )
    .run(...values(memory), hash, wordsWithin(memory), row);
}

/** Removes a memory with its evidence, relations, metrics, looks and history; its vector is the caller's to remove. */
export function removeMemory(store: Store, row: Row): void {
  store.sql('delete from access where memory = (select id from memory where row = ?)').run(row);
  const gone = store.sql('delete from memory where row = ? returning id').get(row);
  if (gone) removeTraces(store, gone.id as string);
}

/** Forgets every question that a memory answered, since it tells what the answer was about. */
export function forgetQuestionsOf(store: Store, row: Row): void {
  store
    .sql(
      `delete from access where question in
         (select question from access where memory = (select id from memory where row = ?))`,
    )
    .run(row);
}

/** The memory in a row. */
export function memoryAt(store: Store, row: Row): Memory | undefined {
  const found = store.sql(`select ${columns} from memory where row = ?`).get(row);
  return found && toMemory(found);
}

/** The memories in these rows, in the order asked for; rows that are gone are left out. */
export function memoriesAt(store: Store, rows: readonly Row[]): { row: Row; memory: Memory }[] {
  if (rows.length === 0) return [];
  const found = new Map(
    store
      .sql(`select ${columns} from memory where row in (select value from json_each(?))`)
      .lists(JSON.stringify(rows))
      .map((each) => [each[0] as Row, memoryIn(each)]),
  );
  return rows.flatMap((row) => {
    const memory = found.get(row);
    return memory ? [{ row, memory }] : [];
  });
}

/** Rows of the memories whose id is this or begins with it. */
export const rowsById = (store: Store, id: string): Row[] =>
  store
    .sql('select row from memory where id >= ? and id < ? order by id = ? desc limit 2')
    .all(id, `${id}\u{10ffff}`, id)
    .map((found) => found.row as Row);

/** The row of the memory with exactly this id. */
export const rowById = (store: Store, id: string): Row | undefined =>
  store.sql('select row from memory where id = ?').get(id)?.row as Row | undefined;

/** The row of the memory with the same content in the same scope. */
export function rowByHash(
  store: Store,
  { scope, scopeOf }: Pick<Memory, 'scope' | 'scopeOf'>,
  hash: string,
): Row | undefined {
  const found = store
    .sql(`select row from memory where scope = ? and ifnull(scope_of, '') = ? and hash = ?`)
    .get(scope, scopeOf ?? '', hash);
  return found?.row as Row | undefined;
}

/** The memories that hold and share a memory's key and scope. */
export const rivalsOf = (
  store: Store,
  row: Row,
  { key, scope, scopeOf }: Memory,
): { row: Row; memory: Memory }[] =>
  store
    .sql(
      `select ${columns} from memory
        where key = ? and scope = ? and ifnull(scope_of, '') = ? and status <> 'deprecated' and row <> ? order by row`,
    )
    .all(key, scope, scopeOf ?? '', row)
    .map((found) => ({ row: found.row as Row, memory: toMemory(found) }));

/** Ids of memories that a person has said are right. */
export const verifiedIds = (store: Store): string[] =>
  store
    .sql('select id from memory where verified = 1')
    .all()
    .map(({ id }) => id as string);

/** How many memories there are. */
export const countMemories = (store: Store): number =>
  store.sql('select count(*) as n from memory').get()!.n as number;

/** How many memories there are of each value of a column. */
export function countBy(store: Store, column: 'type' | 'scope' | 'status'): Record<string, number> {
  const rows = store
    .sql(`select ${column} as what, count(*) as n from memory group by 1 order by 2 desc`)
    .all();
  return Object.fromEntries(rows.map((found) => [found.what as string, found.n as number]));
}

/** How many memories are pinned, wait for review, or were used since a time. */
export function countMarks(
  store: Store,
  usedSince: number,
): { pinned: number; needsReview: number; used: number } {
  return store
    .sql(
      `select ifnull(sum(pinned), 0) as pinned, ifnull(sum(needs_review), 0) as needsReview,
         (select count(*) from metrics where last_used_at >= ?) as used from memory`,
    )
    .get(usedSince) as { pinned: number; needsReview: number; used: number };
}

const values = (m: Memory) => [
  m.id,
  m.type,
  m.scope,
  m.scopeOf,
  m.owner,
  m.tier,
  m.status,
  m.polarity,
  m.key,
  m.text,
  JSON.stringify(m.tags),
  JSON.stringify(m.files),
  JSON.stringify(m.symbols),
  m.module,
  m.confidence,
  m.source,
  Number(m.pinned),
  Number(m.verified),
  Number(m.needsReview),
  Number(m.tainted),
  m.halfLifeDays,
  m.expiresAt,
  m.trigger && JSON.stringify(m.trigger),
  m.branch,
  m.createdAt,
  m.updatedAt,
];

export { columns as memoryColumns };

/** Reads a row of `memoryColumns`. */
export const toMemory = (found: Record<string, SQLOutputValue>): Memory =>
  memoryIn(NAMES.map((name) => found[name]));

function memoryIn(found: readonly (SQLOutputValue | undefined)[]): Memory {
  return {
    id: found[1],
    type: found[2],
    scope: found[3],
    scopeOf: found[4],
    owner: found[5],
    tier: found[6],
    status: found[7],
    polarity: found[8],
    key: found[9],
    text: found[10],
    tags: listOf(found[11]),
    files: listOf(found[12]),
    symbols: listOf(found[13]),
    module: found[14],
    confidence: found[15],
    source: found[16],
    pinned: found[17] === 1,
    verified: found[18] === 1,
    needsReview: found[19] === 1,
    tainted: found[20] === 1,
    halfLifeDays: found[21],
    expiresAt: found[22],
    trigger: found[23] === null ? null : JSON.parse(found[23] as string),
    branch: found[24],
    createdAt: found[25],
    updatedAt: found[26],
  } as Memory;
}

/** Most lists are empty, and to say so is quicker than to parse it. */
const listOf = (json: SQLOutputValue | undefined): string[] =>
  json === '[]' ? [] : JSON.parse(json as string);
