import { basename } from 'node:path/posix';
import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { insertMany } from '@sqrl/base/sqlite/tables.ts';

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
  store.rows`select ${raw(COLUMNS.join(', '))} from code_symbol where file = ${file} order by place`.map(
    toKept,
  );

/** The ids of a file's symbols in their order; that of the file is left out. */
export const idsOfFile = (store: Store, file: number): number[] =>
  store.column`select id from code_symbol where file = ${file} and place >= 0 order by place`;

/** Gives ids that no symbol ever had, one after the other; all of them are to be used before the transaction ends. */
export function newSymbolIds(store: Store): () => number {
  let last = (store.value`select seq from sqlite_sequence where name = 'code_symbol'` ?? 0) as number;
  return () => ++last;
}

/** Puts symbols in the place of those a file had; one that lay in another file is there no more. */
export function replaceSymbols(store: Store, file: number, symbols: readonly KeptSymbol[]): void {
  const ids = symbols.map(({ id }) => id);
  store.run`delete from code_symbol where file = ${file} or id in (select value from json_each(${ids}))`;
  insertMany(store, `code_symbol (${COLUMNS.join(', ')})`, symbols, (symbol) =>
    FIELDS.map((field) => {
      const value = symbol[field];
      return typeof value === 'boolean' ? Number(value) : value;
    }),
  );
}

/** The symbol that stands for a file before it is read. */
export const wholeOf = ({ id, path }: { id: number; path: string }): KeptSymbol => ({
  ...{ id, file: id, place: -1, kind: 'file', name: basename(path), parent: null, ordinal: 0 },
  ...{ line: 1, endLine: 1, signature: '', hash: '', shape: 0, exported: false, test: false },
});

/** Symbols by their ids, in the order given; those that are gone are left out. */
export function symbolsById(store: Store, ids: readonly number[]): CodeSymbol[] {
  return ids.flatMap((id) => store.rows`${raw(SYMBOL)} where s.id = ${id}`.map(toSymbol));
}

export const namesOfSymbols = (store: Store, ids: readonly number[]): Map<number, string> =>
  store.pairs`select id, name from code_symbol where id in (select value from json_each(${ids}))`;

/** The names from a symbol outward, the outermost first; that of the file is left out. */
export const namesFrom = (store: Store, id: number | null): string[] =>
  store.column`with recursive outward (name, parent, depth) as (
      select name, parent, 0 from code_symbol where id = ${id} and place >= 0
      union all select s.name, s.parent, depth + 1 from outward o join code_symbol s on s.id = o.parent
       where s.place >= 0 and depth < 50)
    select name from outward order by depth desc`;

/** Where symbols are named: those of one name in the same file and symbol share it. */
export const placesOfSymbols = (store: Store, ids: readonly number[]): Map<number, string> =>
  store.pairs`select id, file || ':' || coalesce(parent, '') || ':' || name as place from code_symbol
    where id in (select value from json_each(${ids}))`;

/** The symbols of a file for people to read, in their order, the file itself first. */
export const symbolsIn = (store: Store, path: string): CodeSymbol[] =>
  store.rows`${raw(SYMBOL)} where f.path = ${path} order by s.place`.map(toSymbol);

/** Symbols of a name, whatever its case; those in the same case first. */
export const symbolsNamed = (store: Store, name: string, limit: number): CodeSymbol[] =>
  store.rows`${raw(SYMBOL)} where s.name = ${name} collate nocase
    order by s.name <> ${name}, s.test, s.exported desc, f.path, s.place limit ${limit}`.map(toSymbol);

/** Names that hold some letters, whatever their case, shortest first. */
export const namesWith = (store: Store, letters: string, limit: number): string[] =>
  store.column`select distinct name from code_symbol where name like
      ${`%${letters.replace(/[\\%_]/g, '\\$&')}%`} escape '\\' and kind <> 'file'
    order by length(name), name limit ${limit}`;

export const allNames = (store: Store): string[] =>
  store.column`select distinct name from code_symbol where kind <> 'file'`;

/** Where symbols of exactly this name are: their file's path and their place in it, in that order. */
export const placesOfName = (
  store: Store,
  name: string,
): { path: string; language: string; place: number }[] =>
  store.rows`select f.path, f.language, s.place from code_symbol s join code_file f on f.id = s.file
    where s.name = ${name} collate nocase and s.name = ${name} and s.place >= 0 order by f.path, s.place`;

/** How many symbols there are, files not counted. */
export const countSymbols = (store: Store): number =>
  store.value`select count(*) as n from code_symbol where place >= 0`;

const FIELDS = [
  ...(['id', 'file', 'place', 'kind', 'name', 'parent', 'ordinal', 'line', 'endLine'] as const),
  ...(['signature', 'hash', 'shape', 'exported', 'test'] as const),
];
const COLUMNS = FIELDS.map((field) => (field === 'endLine' ? 'end_line' : field));

const SYMBOL = `select s.id, f.path as file, s.kind, s.name, s.parent, s.line, s.end_line, s.signature, s.hash,
  s.exported, s.test from code_symbol s join code_file f on f.id = s.file`;

const toKept = as<KeptSymbol>({ exported: flag, test: flag });

const toSymbol = as<CodeSymbol>({ exported: flag, test: flag });
