import { SYMBOL_KINDS, type SymbolKind } from '@sqrl/base/model/code.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';

/** All symbols in the order of their ids, as numbers alone. */
export interface NodeRows {
  ids: Int32Array;
  /** The id of each one's file, and of the one it lies in; 0 for none. */
  files: Int32Array;
  parents: Int32Array;
  /** The number of its kind; with TEST where it lies in a test. */
  traits: Uint8Array;
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

export function nodeRows(store: Store): NodeRows {
  const count = store.value<number>`select count(*) as n from code_symbol`;
  const [ids, files, parents] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const traits = new Uint8Array(count);
  const rows = arrays(store, 'select id, file, ifnull(parent, 0), kind, test from code_symbol order by id');
  let i = 0;
  for (const [id, file, parent, kind, test] of rows as Iterable<
    [number, number, number, SymbolKind, number]
  >) {
    ids[i] = id;
    files[i] = file;
    parents[i] = parent;
    traits[i++] = traitsOf(kind, test === 1);
  }
  return { ids, files, parents, traits };
}

/** What is kept of a symbol in one byte. */
export const traitsOf = (kind: SymbolKind, test: boolean): number => KINDS.get(kind)! | (test ? TEST : 0);

const KINDS = new Map(SYMBOL_KINDS.map((kind, number) => [kind, number]));

export function edgeRows(store: Store): EdgeRows {
  const pairs = 'select source, target, kind, min(how) as how from code_edge group by source, kind, target';
  const count = store.value<number>`select count(*) as n from (${raw(pairs)})`;
  const [sources, targets, tags] = [new Int32Array(count), new Int32Array(count), new Uint8Array(count)];
  let n = 0;
  for (const [source, target, kind, how] of arrays(store, pairs) as Iterable<number[]>) {
    sources[n] = source!;
    targets[n] = target!;
    tags[n++] = tagOf(kind!, how!);
  }
  return { sources, targets, tags };
}

/** What is kept of an edge in one byte. */
export const tagOf = (kind: number, how: number): number => kind | (how << 3);

/** Rows as arrays: a million of them as objects would take three times as long. */
function arrays(store: Store, text: string): Iterable<unknown[]> {
  const statement = store.db.prepare(text);
  statement.setReturnArrays(true);
  return statement.iterate() as unknown as Iterable<unknown[]>;
}
