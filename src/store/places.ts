import type { Memory } from '../model/memory.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';
import type { Store } from './store.ts';

/** Memories about some files or symbols, by the name they were found under. */
export const rowsAbout = (
  store: Store,
  kind: 'file' | 'symbol',
  names: readonly string[],
): { name: string; row: Row }[] =>
  store
    .sql(
      'select name, memory as row from memory_place where kind = ? and name in (select value from json_each(?))',
    )
    .all(kind, JSON.stringify(names))
    .map(({ name, row }) => ({ name: name as string, row: row as Row }));

/** Memories that apply to what an agent is about to do. */
export const memoriesWithTrigger = (store: Store): { row: Row; memory: Memory }[] =>
  store
    .sql(
      `select ${memoryColumns} from memory indexed by memory_trigger where trigger_when is not null and status <> 'deprecated'`,
    )
    .all()
    .map((found) => ({ row: found.row as Row, memory: toMemory(found) }));

/** Memories about errors that come back, and those that expect one. */
export const errorPatterns = (store: Store): Memory[] =>
  store
    .sql(
      `select ${memoryColumns} from memory indexed by memory_error
        where type = 'error_pattern' and status <> 'deprecated'
       union
       select ${memoryColumns} from memory indexed by memory_trigger
        where trigger_when is not null and status <> 'deprecated'`,
    )
    .all()
    .map(toMemory);

/** The files that something is remembered about, by their paths or by their names alone. */
export const filesNamed = (store: Store, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : store
        .sql(
          `select distinct place.name from json_each(?1) asked join memory_place place
            where place.kind = 'file' and place.name = asked.value
           union
           select distinct place.name from json_each(?1) asked join memory_place place
            where instr(asked.value, '/') = 0 and place.kind = 'file' and substr(place.name, -length(asked.value) - 1) = '/' || asked.value`,
        )
        .all(JSON.stringify(names))
        .map(({ name }) => name as string);
