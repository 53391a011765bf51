import type { Memory } from '../model/memory.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';
import type { Store } from './store.ts';

/** Memories that hold under a name that begins so (`command.`), in the order of their names. */
export const memoriesUnder = (store: Store, start: string): { row: Row; memory: Memory }[] =>
  store
    .sql(
      `select ${memoryColumns} from memory where key >= ?1 and key < ?1 || char(1114111) and status <> 'deprecated'
        order by key, id`,
    )
    .all(start)
    .map((found) => ({ row: found.row as Row, memory: toMemory(found) }));
