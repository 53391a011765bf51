import type { Memory } from '../model/memory.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';
import type { Store } from './store.ts';

/** A memory that holds, and when it was last said. */
export interface Held {
  memory: Memory;
  saidAt: number;
}

/** The memories that hold. */
export const heldMemories = (store: Store): Held[] =>
  store
    .sql(
      `select ${memoryColumns},
         max(created_at, ifnull((select max(at) from evidence where evidence.memory = memory.row), 0)) as said_at
         from memory where status <> 'deprecated' order by row`,
    )
    .all()
    .map((found) => ({ memory: toMemory(found), saidAt: found.said_at as number }));

/** Ids of the memories that one has replaced. */
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
        where relation.kind = 'supersedes' and target = ?
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
