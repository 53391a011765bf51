import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Language } from '@sqrl/base/model/code.ts';
import { jsonMarks, putMark, removeMark } from '@sqrl/base/sqlite/marks.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { newSymbolIds, replaceSymbols, wholeOf } from './symbols.ts';

/** How far a file has come: found or changed, read, linked. */
export type CodeFileState = 'waiting' | 'read' | 'linked';

export interface CodeFile {
  id: number;
  path: string;
  language: Language | null;
  hash: string | null;
  surface: string | null;
  size: number;
  changedAt: number;
  state: CodeFileState;
  broken: boolean;
}

export const codeFiles = (store: Store): CodeFile[] =>
  store.rows`select ${raw(COLUMNS)} from code_file order by path`.map(toFile);

export const codeFilesIn = (store: Store, language: Language): number[] =>
  store.column`select id from code_file where language = ${language}`;

export const countCodeFiles = (store: Store): number => store.value`select count(*) as n from code_file`;

export function codeFile(store: Store, path: string): CodeFile | undefined {
  const found = store.row`select ${raw(COLUMNS)} from code_file where path = ${path}`;
  return found && toFile(found);
}

/** Paths that end so, whole folders compared; the shortest first. */
export const pathsEnding = (store: Store, tail: string, limit: number): string[] =>
  store.column`select path from code_file where path like ${`%/${tail.replace(/[\\%_]/g, '\\$&')}`}
    escape '\\' order by length(path), path limit ${limit}`;

/** Paths of files that are not as they are on disk, or not linked yet. */
export const openCodeFiles = (store: Store, limit: number): { paths: string[]; total: number } => ({
  paths: store.column<string>`select path from code_file where state <> 'linked' order by path limit ${limit}`,
  total: store.value<number>`select count(*) as n from code_file where state <> 'linked'`,
});

/** Paths of all files that have come so far and no farther. */
export const openPaths = (store: Store, state: 'waiting' | 'read'): string[] =>
  store.column`select path from code_file where state = ${state} and state <> 'linked' order by path`;

/** Adds a file that waits to be read; its id is that of a symbol that stands for it. */
export function addCodeFile(store: Store, path: string): CodeFile {
  const id = newSymbolIds(store)();
  replaceSymbols(store, id, [wholeOf({ id, path })]);
  const file = { id, path, size: -1, changedAt: 0, state: 'waiting' as const };
  store.insert('code_file', file);
  return { ...file, language: null, hash: null, surface: null, broken: false };
}

/** Writes what was found out about a file; its path stays. */
export function saveCodeFile(store: Store, file: CodeFile): void {
  const { id, language, hash, surface, size, changedAt, state, broken } = file;
  store.run`update code_file set language = ${language}, hash = ${hash}, surface = ${surface}, size = ${size},
    changed_at = ${changedAt}, state = ${state}, broken = ${broken} where id = ${id}`;
}

export function setCodeFileState(store: Store, id: number, state: CodeFileState): void {
  store.run`update code_file set state = ${state} where id = ${id}`;
}

/** Has a file of unchanged content be known by the time it was last touched. */
export function touchCodeFile(store: Store, { id, size, changedAt, state }: CodeFile): void {
  store.run`update code_file set size = ${size}, changed_at = ${changedAt}, state = ${state} where id = ${id}`;
}

export function rereadCodeFiles(store: Store): void {
  store.run`update code_file set state = 'waiting', hash = null`;
}

/** Removes the row of a file and what it said. Its symbols, chunks, edges and looks go by other functions. */
export function removeCodeFile(store: Store, id: number): void {
  store.run`delete from code_file where id = ${id}`;
  store.run`delete from code_facts where file = ${id}`;
  store.run`delete from code_package where file = ${id}`;
}

/** What a file said when it was last read, as it was kept. */
export function codeFacts(store: Store, id: number): unknown {
  const found = store.value<Uint8Array | undefined>`select facts from code_facts where file = ${id}`;
  return found && JSON.parse(zstdDecompressSync(found).toString());
}

/** Keeps what a file says; undefined takes it away. */
export function saveCodeFacts(store: Store, id: number, facts: unknown): void {
  if (facts === undefined) store.run`delete from code_facts where file = ${id}`;
  else
    store.put('code_facts', { file: id, facts: zstdCompressSync(JSON.stringify(facts), { params: QUICK }) });
}

const QUICK = { [constants.ZSTD_c_compressionLevel]: 1 };

/** How many files there are of each language; those without structure under ''. */
export const codeLanguages = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store.pairs<
      string,
      number
    >`select ifnull(language, '') as language, count(*) as n from code_file group by 1
      order by n desc, language`,
  );

const COLUMNS = 'id, path, language, hash, surface, size, changed_at as changedAt, state, broken';

const toFile = as<CodeFile>({ broken: flag });

/** A file that was not parsed, which text it had, and why. */
export interface UnparsedFile {
  path: string;
  hash: string;
  /** Of the text. */
  length: number;
  because: string;
}

export const noteUnparsed = (store: Store, { path, hash, length, because }: UnparsedFile): void =>
  putMark(store, 'unparsed', path, JSON.stringify({ path, hash, length, because }));

export const forgetUnparsed = (store: Store, path: string): void => removeMark(store, 'unparsed', path);

export const forgetGoneUnparsed = (store: Store): void =>
  void store.run`delete from mark where kind = 'unparsed' and name not in (select path from code_file)`;

/** The files that were not parsed, by path; those that are no more are left out. */
export const unparsedFiles = (store: Store): UnparsedFile[] =>
  jsonMarks<UnparsedFile>(store, 'unparsed').filter(
    ({ path }) => store.row`select 1 from code_file where path = ${path}`,
  );
