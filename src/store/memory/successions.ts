import type { Memory } from '../../model/memory.ts';
import { anyOf, matches } from '../full-text.ts';
import type { Store } from '../store.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';

/** A memory that holds, and when it was last said. */
export interface HeldMemory {
  row: Row;
  memory: Memory;
  saidAt: number;
}

/** The memories that hold. */
export const heldMemories = (store: Store): HeldMemory[] =>
  store
    .sql(
      `select ${memoryColumns},
         max(created_at, ifnull((select max(at) from evidence where evidence.memory = memory.row), 0)) as said_at
         from memory where status <> 'deprecated' order by row`,
    )
    .all()
    .map((found) => ({
      row: found.row as Row,
      memory: toMemory(found),
      saidAt: found.said_at as number,
    }));

/** Ids of the memories that one has replaced, as a whole or in part. */
export const replacedBy = (store: Store, row: Row): string[] =>
  store
    .sql(`select target from relation where memory = ? and kind = 'supersedes' order by target`)
    .all(row)
    .map(({ target }) => target as string);

/** Rows of the memories that replaced the one with an id, those that hold first, then the newest. */
export const replacersOf = (store: Store, id: string): Row[] =>
  store
    .sql(
      `select memory.row from relation join memory on memory.row = relation.memory
        where relation.kind = 'supersedes' and relation.confidence = 1 and target = ?
        order by memory.status = 'deprecated', memory.updated_at desc, memory.id`,
    )
    .all(id)
    .map(({ row }) => row as Row);

/** Which of these events were read into a store. */
export const eventsKnown = (store: Store, ids: readonly string[]): Set<string> =>
  new Set(
    store
      .sql(
        `select lower(hex(id)) as id from event where id in (select unhex(value) from json_each(?) where value is not null)`,
      )
      .all(JSON.stringify(ids))
      .map(({ id }) => id as string),
  );

/** Rows of the memories that have a key, or one of some words, or one that begins so. */
export const rowsOnMatter = (
  store: Store,
  { key, words }: { key: string | null; words: readonly string[] },
): Row[] => [
  ...(key === null
    ? []
    : store
        .sql('select row from memory where key = ?')
        .all(key)
        .map(({ row }) => row as Row)),
  // Whole words and beginnings of words: to look into every text would take longer with each memory there is.
  ...(words.length === 0
    ? []
    : matches(store, 'memory_words', words.map((word) => `${anyOf([word])} *`).join(' OR '))),
];

/** Those of some memories that hold in a scope. */
export const heldAmong = (
  store: Store,
  rows: readonly Row[],
  { scope, scopeOf }: Pick<Memory, 'scope' | 'scopeOf'>,
): { row: Row; memory: Memory }[] =>
  rows.length === 0
    ? []
    : store
        .sql(
          `select ${memoryColumns} from memory where row in (select value from json_each(?))
             and scope = ? and ifnull(scope_of, '') = ? and status <> 'deprecated' order by row`,
        )
        .all(JSON.stringify(rows), scope, scopeOf ?? '')
        .map((found) => ({ row: found.row as Row, memory: toMemory(found) }));

/** Sentences of an episode that memories were made of which others have replaced since. */
export const replacedQuotes = (store: Store, episode: string): string[] =>
  store
    .sql(
      `select distinct quote from evidence join memory on memory.row = evidence.memory
        where episode = ?1 and quote is not null and status = 'deprecated'
          and exists (select 1 from memory_step where memory_step.memory = memory.id and did = 'superseded')
          and quote not in (select quote from evidence join memory on memory.row = evidence.memory
            where episode = ?1 and quote is not null and status <> 'deprecated')`,
    )
    .all(episode)
    .map(({ quote }) => quote as string);
