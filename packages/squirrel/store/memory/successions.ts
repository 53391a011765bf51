import type { Memory } from '@sqrl/base/model/memory.ts';
import { anyOf, matches } from '@sqrl/base/sqlite/full-text.ts';
import { raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

export interface HeldMemory extends FoundMemory {
  saidAt: number;
}

export const heldMemories = (store: Store): HeldMemory[] =>
  store.rows`select ${raw(memoryColumns)},
    max(created_at, ifnull((select max(at) from evidence where evidence.memory = memory.row), 0)) as said_at
    from memory where status <> 'deprecated' order by row`.map(foundMemory<HeldMemory>);

export const replacedBy = (store: Store, row: Row): string[] =>
  store.column`select target from relation where memory = ${row} and kind = 'supersedes' order by target`;

/** Rows of the memories that replaced the one with an id, those that hold first, then the newest. */
export const replacersOf = (store: Store, id: string): Row[] =>
  store.column`select memory.row from relation join memory on memory.row = relation.memory
    where relation.kind = 'supersedes' and relation.confidence = 1 and target = ${id}
    order by memory.status = 'deprecated', memory.updated_at desc, memory.id`;

export const eventsKnown = (store: Store, ids: readonly string[]): Set<string> =>
  new Set(
    store.column<string>`select lower(hex(id)) as id from event where id in (select unhex(value)
      from json_each(${ids}) where value is not null)`,
  );

/** Rows of the memories that have a key, or one of some words, or one that begins so. */
export const rowsOnMatter = (
  store: Store,
  { key, words }: { key: string | null; words: readonly string[] },
): Row[] => [
  ...(key === null ? [] : store.column<Row>`select row from memory where key = ${key}`),
  // Whole words and beginnings of words: to look into every text would take longer with each memory there is.
  ...(words.length === 0
    ? []
    : matches(store, 'memory_words', words.map((word) => `${anyOf([word])} *`).join(' OR '))),
];

export const heldAmong = (
  store: Store,
  rows: readonly Row[],
  { scope, scopeOf }: Pick<Memory, 'scope' | 'scopeOf'>,
): FoundMemory[] =>
  store.rows`select ${raw(memoryColumns)} from memory where row in (select value from json_each(${rows}))
    and scope = ${scope} and ifnull(scope_of, '') = ${scopeOf ?? ''} and status <> 'deprecated' order by row`.map(
    foundMemory,
  );

/** Sentences of an episode that memories were made of which others have replaced since. */
export const replacedQuotes = (store: Store, episode: string): string[] =>
  store.column`select distinct quote from evidence join memory on memory.row = evidence.memory
    where episode = ${episode} and quote is not null and status = 'deprecated'
      and exists (select 1 from memory_step where memory_step.memory = memory.id and did = 'superseded')
      and quote not in (select quote from evidence join memory on memory.row = evidence.memory
        where episode = ${episode} and quote is not null and status <> 'deprecated')`;
