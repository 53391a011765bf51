import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Language } from '../../model/code.ts';
import type { Store } from '../store.ts';
import { newSymbolIds } from './symbols.ts';

/** How far a file has come: found or changed, read, linked. */
export type CodeFileState = 'waiting' | 'read' | 'linked';

/** A file of the repository as the index knows it. */
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

/** Every file that is known, by path. */
export const codeFiles = (store: Store): CodeFile[] =>
  store.sql(`select ${COLUMNS} from code_file order by path`).all().map(toFile);

/** The ids of all files in a language. */
export const codeFilesIn = (store: Store, language: Language): number[] =>
  store
    .sql('select id from code_file where language = ?')
    .all(language)
    .map(({ id }) => id as number);

/** How many files are known. */
export const countCodeFiles = (store: Store): number =>
  store.sql('select count(*) as n from code_file').get()!.n as number;

/** One file, by its path. */
export function codeFile(store: Store, path: string): CodeFile | undefined {
  const found = store.sql(`select ${COLUMNS} from code_file where path = ?`).get(path);
  return found && toFile(found);
}

/** Paths that end so, whole folders compared; the shortest first. */
export const pathsEnding = (store: Store, tail: string, limit: number): string[] =>
  store
    .sql(`select path from code_file where path like ? escape '\\' order by length(path), path limit ?`)
    .all(`%/${tail.replace(/[\\%_]/g, '\\$&')}`, limit)
    .map(({ path }) => path as string);

/** Paths of files that are not as they are on disk, or not linked yet. */
export const openCodeFiles = (store: Store, limit: number): { paths: string[]; total: number } => ({
  paths: store
    .sql(`select path from code_file where state <> 'linked' order by path limit ?`)
    .all(limit)
    .map(({ path }) => path as string),
  total: store.sql(`select count(*) as n from code_file where state <> 'linked'`).get()!.n as number,
});

/** Paths of all files that have come so far and no farther. */
export const openPaths = (store: Store, state: 'waiting' | 'read'): string[] =>
  store
    .sql(`select path from code_file where state = ? and state <> 'linked' order by path`)
    .all(state)
    .map(({ path }) => path as string);

/** Adds a file that waits to be read; its id is that of a symbol that stands for it. */
export function addCodeFile(store: Store, path: string, name: string): CodeFile {
  const id = newSymbolIds(store)();
  store
    .sql(
      `insert into code_symbol
         (id, file, place, kind, name, parent, ordinal, line, end_line, signature, hash, shape, exported, test)
       values (?1, ?1, -1, 'file', ?2, null, 0, 1, 1, '', '', 0, 0, 0)`,
    )
    .run(id, name);
  store
    .sql(`insert into code_file (id, path, size, changed_at, state) values (?, ?, -1, 0, 'waiting')`)
    .run(id, path);
  const state = 'waiting' as const;
  return {
    id,
    path,
    language: null,
    hash: null,
    surface: null,
    size: -1,
    changedAt: 0,
    state,
    broken: false,
  };
}

/** Has a file be known by another path. */
export function moveCodeFile(store: Store, id: number, path: string): void {
  store.sql('update code_file set path = ? where id = ?').run(path, id);
}

/** Writes what was found out about a file; its path stays. */
export function saveCodeFile(store: Store, file: CodeFile): void {
  store
    .sql(
      `update code_file set language = ?, hash = ?, surface = ?, size = ?, changed_at = ?, state = ?,
         broken = ? where id = ?`,
    )
    .run(
      file.language,
      file.hash,
      file.surface,
      file.size,
      file.changedAt,
      file.state,
      Number(file.broken),
      file.id,
    );
}

/** Says how far a file has come; nothing else of it changes. */
export function setCodeFileState(store: Store, id: number, state: CodeFileState): void {
  store.sql('update code_file set state = ? where id = ?').run(state, id);
}

/** Has a file of unchanged content be known by the time it was last touched. */
export function touchCodeFile(store: Store, { id, size, changedAt, state }: CodeFile): void {
  store
    .sql('update code_file set size = ?, changed_at = ?, state = ? where id = ?')
    .run(size, changedAt, state, id);
}

/** Has every file be read again, whatever its content. */
export function rereadCodeFiles(store: Store): void {
  store.sql(`update code_file set state = 'waiting', hash = null`).run();
}

/** Removes the row of a file and what it said. Its symbols, chunks, edges and looks go by other functions. */
export function removeCodeFile(store: Store, id: number): void {
  store.sql('delete from code_file where id = ?').run(id);
  store.sql('delete from code_facts where file = ?').run(id);
  store.sql('delete from code_package where file = ?').run(id);
}

/** What a file said when it was last read, as it was kept. */
export function codeFacts(store: Store, id: number): unknown {
  const found = store.sql('select facts from code_facts where file = ?').get(id)?.facts as
    | Uint8Array
    | undefined;
  return found && JSON.parse(zstdDecompressSync(found).toString());
}

/** Keeps what a file says; undefined takes it away. */
export function saveCodeFacts(store: Store, id: number, facts: unknown): void {
  if (facts === undefined) store.sql('delete from code_facts where file = ?').run(id);
  else
    store
      .sql('insert or replace into code_facts (file, facts) values (?, ?)')
      .run(id, zstdCompressSync(JSON.stringify(facts), { params: QUICK }));
}

/** What each pack begins with. */

const QUICK = { [constants.ZSTD_c_compressionLevel]: 1 };

/** How many files there are of each language; those without structure under ''. */
export const codeLanguages = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store
      .sql(
        `select ifnull(language, '') as language, count(*) as n from code_file group by 1 order by n desc, language`,
      )
      .all()
      .map(({ language, n }) => [language as string, n as number]),
  );

const COLUMNS = 'id, path, language, hash, surface, size, changed_at as changedAt, state, broken';

const toFile = (row: Record<string, unknown>): CodeFile =>
  ({ ...row, broken: row.broken === 1 }) as unknown as CodeFile;
