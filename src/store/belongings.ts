import type { FullMemory } from '../model/memory.ts';
import { type Access, addLooks } from './access.ts';
import { moveBelongings, type Row } from './memories.ts';
import type { Store } from './store.ts';

/** Gives a memory the evidence, relations, metrics and looks it has elsewhere, in place of what hung on it here. */
export function replaceBelongings(
  store: Store,
  row: Row,
  whole: FullMemory & { looks: readonly Omit<Access, 'row'>[] },
): void {
  for (const table of ['evidence', 'relation']) store.sql(`delete from ${table} where memory = ?`).run(row);
  store.sql('delete from access where memory = ?').run(whole.id);
  moveBelongings(store, row, whole);
  addLooks(store, whole.id, whole.looks);
}
