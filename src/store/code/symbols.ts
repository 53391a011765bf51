import type { CodeSymbol } from '../../model/code.ts';
import { insertMany } from '../many-rows.ts';
import type { Store } from '../store.ts';

/** A symbol as it is kept: with what tells that it is the same one after a change. */
export interface KeptSymbol extends Omit<CodeSymbol, 'file'> {
  /** The id of its file. */
  file: number;
  place: number;
  ordinal: number;
  shape: number;
}

/** The symbols of a file in their order, the file itself first. */
export const symbolsOfFile = (store: Store, file: number): KeptSymbol[] =>
  store.sql(`select ${KEPT} from code_symbol where file = ? order by place`).all(file).map(toKept);

/** The ids of a file's symbols in their order; that of the file is left out. */
export const idsOfFile = (store: Store, file: number): number[] =>
  store
    .sql('select id from code_symbol where file = ? and place >= 0 order by place')
    .all(file)
    .map(({ id }) => id as number);

/** Gives ids that no symbol ever had, one after the other; all of them are to be used before the transaction ends. */
export function newSymbolIds(store: Store): () => number {
  let last = (store.sql(`select seq from sqlite_sequence where name = 'code_symbol'`).get()?.seq ??
    0) as number;
  return () => ++last;
}

/** Adds symbols under new ids. */
export function addSymbols(store: Store, symbols: readonly KeptSymbol[]): void {
  insertMany(store, INTO, symbols, (symbol) => [symbol.id, ...valuesOf(symbol)]);
}

const INTO = `code_symbol
  (id, file, place, kind, name, parent, ordinal, line, end_line, signature, hash, shape, exported, test)`;

/** Writes what was found out about a file that was only known by its name; what it is found by stays as it is. */
export function fillFileSymbol(
  store: Store,
  { id, endLine, hash, test }: Pick<KeptSymbol, 'id' | 'endLine' | 'hash' | 'test'>,
): void {
  store
    .sql('update code_symbol set end_line = ?, hash = ?, test = ? where id = ?')
    .run(endLine, hash, Number(test), id);
}

/** Writes a symbol that has its id already. */
export function saveSymbol(store: Store, symbol: KeptSymbol): void {
  store
    .sql(
      `update code_symbol set file = ?, place = ?, kind = ?, name = ?, parent = ?, ordinal = ?, line = ?, end_line = ?,
         signature = ?, hash = ?, shape = ?, exported = ?, test = ? where id = ?`,
    )
    .run(...valuesOf(symbol), symbol.id);
}

/** Removes a symbol with the edges that begin or end at it. */
export function removeSymbol(store: Store, id: number): void {
  store.sql('delete from code_symbol where id = ?').run(id);
  store.sql('delete from code_edge where source = ?').run(id);
  store.sql('delete from code_edge where target = ?').run(id);
}

/** Symbols by their ids, in the order given; those that are gone are left out. */
export function symbolsById(store: Store, ids: readonly number[]): CodeSymbol[] {
  const one = store.sql(`${SYMBOL} where s.id = ?`);
  return ids.flatMap((id) => {
    const found = one.get(id);
    return found ? [toSymbol(found)] : [];
  });
}

/** The names of symbols by their ids. */
export const namesOfSymbols = (store: Store, ids: readonly number[]): Map<number, string> =>
  new Map(
    store
      .sql('select id, name from code_symbol where id in (select value from json_each(?))')
      .all(JSON.stringify(ids))
      .map(({ id, name }) => [id as number, name as string]),
  );

/** Where symbols are named: those of one name in the same file and symbol share it. */
export const placesOfSymbols = (store: Store, ids: readonly number[]): Map<number, string> =>
  new Map(
    store
      .sql(
        `select id, file || ':' || coalesce(parent, '') || ':' || name as place from code_symbol
           where id in (select value from json_each(?))`,
      )
      .all(JSON.stringify(ids))
      .map(({ id, place }) => [id as number, place as string]),
  );

/** The symbols of a file for people to read, in their order, the file itself first. */
export const symbolsIn = (store: Store, path: string): CodeSymbol[] =>
  store.sql(`${SYMBOL} where f.path = ? order by s.place`).all(path).map(toSymbol);

/** Symbols of a name, whatever its case; those in the same case first. */
export const symbolsNamed = (store: Store, name: string, limit: number): CodeSymbol[] =>
  store
    .sql(
      `${SYMBOL} where s.name = ? collate nocase
        order by s.name <> ?, s.test, s.exported desc, f.path, s.place limit ?`,
    )
    .all(name, name, limit)
    .map(toSymbol);

/** Names that hold some letters, whatever their case, shortest first. */
export const namesWith = (store: Store, letters: string, limit: number): string[] =>
  store
    .sql(
      `select distinct name from code_symbol where name like ? escape '\\' and kind <> 'file'
        order by length(name), name limit ?`,
    )
    .all(`%${letters.replace(/[\\%_]/g, '\\$&')}%`, limit)
    .map(({ name }) => name as string);

/** Every name there is, once. */
export const allNames = (store: Store): string[] =>
  store
    .sql(`select distinct name from code_symbol where kind <> 'file'`)
    .all()
    .map(({ name }) => name as string);

/** Every symbol there is, files among them. */
export const allSymbols = (store: Store): CodeSymbol[] =>
  store.sql(`${SYMBOL} order by s.id`).all().map(toSymbol);

/** Where symbols of exactly this name are: their file's path and their place in it, in that order. */
export const placesOfName = (
  store: Store,
  name: string,
): { path: string; language: string; place: number }[] =>
  store
    .sql(
      `select f.path, f.language, s.place from code_symbol s join code_file f on f.id = s.file
        where s.name = ? collate nocase and s.name = ? and s.place >= 0 order by f.path, s.place`,
    )
    .all(name, name) as unknown as { path: string; language: string; place: number }[];

/** How many symbols there are, files not counted. */
export const countSymbols = (store: Store): number =>
  store.sql(`select count(*) as n from code_symbol where place >= 0`).get()!.n as number;

const KEPT = `id, file, place, kind, name, parent, ordinal, line, end_line as endLine, signature, hash, shape, exported,
  test`;

const SYMBOL = `select s.id, f.path as file, s.kind, s.name, s.parent, s.line, s.end_line as endLine, s.signature, s.hash,
  s.exported, s.test from code_symbol s join code_file f on f.id = s.file`;

const valuesOf = (symbol: Omit<KeptSymbol, 'id'>) =>
  [
    symbol.file,
    symbol.place,
    symbol.kind,
    symbol.name,
    symbol.parent,
    symbol.ordinal,
    symbol.line,
    symbol.endLine,
    symbol.signature,
    symbol.hash,
    symbol.shape,
    Number(symbol.exported),
    Number(symbol.test),
  ] as const;

const toKept = (row: Record<string, unknown>): KeptSymbol =>
  ({ ...row, exported: row.exported === 1, test: row.test === 1 }) as unknown as KeptSymbol;

const toSymbol = (row: Record<string, unknown>): CodeSymbol =>
  ({ ...row, exported: row.exported === 1, test: row.test === 1 }) as unknown as CodeSymbol;
