import { TYPES } from '../model/memory.ts';
import { type Leftovers, type RawRow, readLeftovers } from './leftovers.ts';
import { removeMemory, toMemory } from './memory/memories.ts';
import type { Store } from './store.ts';
import { type Column, columnsOf, quoted, rebuildWords } from './tables.ts';
import { removeVector } from './vectors/vectors.ts';

/** What became of the memories of a damaged file. */
export interface SalvageReport {
  /** Memories that the copy did not have, or had in an older form. */
  brought: number;
  /** Memories that are neither in the copy nor readable; undefined if unknown. */
  lost: number | undefined;
}

/** Brings a store, made from an older copy, as far as the damaged file can still tell. */
export function salvage(store: Store, damaged: string): SalvageReport {
  using left = readLeftovers(damaged);
  if (left === undefined) return { brought: 0, lost: undefined };
  return store.transaction(() => {
    forgetAgain(store, left);
    const brought = left.memories.filter((memory) => bring(store, memory, left)).length;
    // They came in column by column, not as memories do, so their words are not indexed yet.
    if (brought > 0) rebuildWords(store.db);
    if (left.ids === undefined) return { brought, lost: undefined };
    const known = new Set(
      store
        .sql('select id from memory')
        .all()
        .map(({ id }) => id),
    );
    return { brought, lost: [...left.ids].filter((id) => !known.has(id)).length };
  });
}

/** What was forgotten after the copy was made must not come back with it. */
function forgetAgain(store: Store, left: Leftovers): void {
  for (const memory of store.sql('select row, id, scope, scope_of, hash from memory').all()) {
    if (!left.isForgotten(memory)) continue;
    removeVector(store, memory.row as number);
    removeMemory(store, memory.row as number);
  }
}

function bring(store: Store, memory: RawRow, left: Leftovers): boolean {
  const columns = columnsOf(store.db, 'memory').filter(({ name }) => name !== 'row' && name in memory);
  if (!isSound(memory, columns)) return false;
  const old = store.sql('select row, text, updated_at from memory where id = ?').get(memory.id!);
  if (old && (old.updated_at as number) >= (memory.updated_at as number)) return false;
  const row = old ? (old.row as number) : undefined;
  const placed =
    row === undefined ? insert(store, 'memory', memory, columns) : update(store, row, memory, columns);
  if (placed === undefined) return false;
  if (old && old.text !== memory.text) removeVector(store, placed);
  for (const { table, column, rows } of left.belongings(memory.row as number)) {
    store.sql(`delete from ${quoted(table)} where ${quoted(column)} = ?`).run(placed);
    // A number of its own would clash with those given out in the copy; what is keyed by its memory keeps that key.
    const kept = columnsOf(store.db, table).filter(
      ({ name, pk, type }) => name === column || !(pk && type.toLowerCase() === 'integer'),
    );
    for (const each of rows)
      if (isSound(each, kept)) insert(store, table, { ...each, [column]: placed }, kept);
  }
  return true;
}

/** The row it came to lie in; undefined where the store has the same content already. */
function insert(store: Store, table: string, values: RawRow, columns: readonly Column[]): number | undefined {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const { changes, lastInsertRowid } = store
    .sql(`insert or ignore into ${quoted(table)} (${names}) values (${columns.map(() => '?').join(', ')})`)
    .run(...columns.map(({ name }) => values[name]!));
  return changes === 0 ? undefined : Number(lastInsertRowid);
}

function update(store: Store, row: number, values: RawRow, columns: readonly Column[]): number | undefined {
  const { changes } = store
    .sql(
      `update or ignore memory set ${columns.map(({ name }) => `${quoted(name)} = ?`).join(', ')} where row = ?`,
    )
    .run(...columns.map(({ name }) => values[name]!), row);
  return changes === 0 ? undefined : row;
}

/** Whether a row is what its table wants. Broken pages yield rows of any kind, and one bad row would spoil every list. */
function isSound(values: RawRow, columns: readonly Column[]): boolean {
  const fits = columns.every(({ name, type, needed }) => {
    const value = values[name];
    return value === null ? !needed : (WANTED[type.toLowerCase()]?.(value) ?? true);
  });
  if (!fits || !('updated_at' in values)) return fits;
  try {
    return toMemory(values).type in TYPES;
  } catch {
    return false;
  }
}

const WANTED: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  integer: Number.isInteger,
  real: (value) => typeof value === 'number',
  blob: (value) => value instanceof Uint8Array,
};
