import { SYMBOL_KINDS, type SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** All symbols in the order of their ids, as numbers alone. */
export interface NodeRows {
  ids: Int32Array<ArrayBuffer>;
  /** The id of each one's file, and of the one it lies in; 0 for none. */
  files: Int32Array<ArrayBuffer>;
  parents: Int32Array<ArrayBuffer>;
  /** The number of its kind; with TEST where it lies in a test. */
  traits: Uint8Array<ArrayBuffer>;
}

/** Set in a symbol's traits where it lies in a test. */
export const TEST = 0x80;

/** All edges but containment in the order of their sources, each kind between two symbols once. */
export interface EdgeRows {
  sources: Int32Array;
  targets: Int32Array;
  /** The kind's number, and the way's eightfold. */
  tags: Uint8Array;
}

/** Reads all symbols. */
export function nodeRows(store: Store): NodeRows {
  const count = store.value<number>`select count(*) as n from code_symbol`;
  const rows = {
    ids: new Int32Array(count),
    files: new Int32Array(count),
    parents: new Int32Array(count),
    traits: new Uint8Array(count),
  };
  let i = 0;
  for (const [id, file, parent, kind, test] of arrays(
    store,
    'select id, file, ifnull(parent, 0), kind, test from code_symbol order by id',
  )) {
    rows.ids[i] = id as number;
    rows.files[i] = file as number;
    rows.parents[i] = parent as number;
    rows.traits[i++] = traitsOf(kind as SymbolKind, test === 1);
  }
  return rows;
}

/** What is kept of a symbol in one byte. */
export const traitsOf = (kind: SymbolKind, test: boolean): number => KINDS.get(kind)! | (test ? TEST : 0);

/** Reads all edges. */
export function edgeRows(store: Store): EdgeRows {
  const count = store.value<number>`select count(*) as n from code_edge`;
  const rows = {
    sources: new Int32Array(count),
    targets: new Int32Array(count),
    tags: new Uint8Array(count),
  };
  let n = 0;
  let last = [-1, -1, -1];
  for (const row of arrays(
    store,
    'select source, kind, target, how from code_edge order by source, kind, target',
  )) {
    const [source, kind, target, how] = row as [number, number, number, number];
    if (source === last[0] && kind === last[1] && target === last[2]) continue;
    last = [source, kind, target];
    rows.sources[n] = source;
    rows.targets[n] = target;
    rows.tags[n++] = tagOf(kind, how);
  }
  return {
    sources: rows.sources.subarray(0, n),
    targets: rows.targets.subarray(0, n),
    tags: rows.tags.subarray(0, n),
  };
}

/** What is kept of an edge in one byte. */
export const tagOf = (kind: number, how: number): number => kind | (how << 3);

const KINDS = new Map(SYMBOL_KINDS.map((kind, number) => [kind, number]));

/** Rows as arrays: a million of them as objects would take three times as long. */
function arrays(store: Store, text: string): Iterable<unknown[]> {
  const statement = store.db.prepare(text);
  statement.setReturnArrays(true);
  return statement.iterate() as unknown as Iterable<unknown[]>;
}
