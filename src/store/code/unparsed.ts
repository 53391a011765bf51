import type { Store } from '../store.ts';

/** A file that was not parsed, which text it had, and why. */
export interface UnparsedFile {
  path: string;
  hash: string;
  /** Of the text. */
  length: number;
  because: string;
}

/** Notes that a file was not parsed. */
export function noteUnparsed(store: Store, { path, hash, length, because }: UnparsedFile): void {
  store
    .sql('insert or replace into code_unparsed (path, hash, length, because) values (?, ?, ?, ?)')
    .run(path, hash, length, because);
}

/** Notes that a file can be parsed after all. */
export function forgetUnparsed(store: Store, path: string): void {
  store.sql('delete from code_unparsed where path = ?').run(path);
}

/** Forgets the files that are no more. */
export function forgetGoneUnparsed(store: Store): void {
  store.sql('delete from code_unparsed where path not in (select path from code_file)').run();
}

/** The files that were not parsed, by path; those that are no more are left out. */
export const unparsedFiles = (store: Store): UnparsedFile[] =>
  store
    .sql(
      `select path, hash, length, because from code_unparsed
        where exists (select 1 from code_file f where f.path = code_unparsed.path) order by path`,
    )
    .all() as unknown as UnparsedFile[];
