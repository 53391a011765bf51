import { dropMark, jsonMarks, setMark } from '../marks.ts';
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
export const noteUnparsed = (store: Store, { path, hash, length, because }: UnparsedFile): void =>
  setMark(store, 'unparsed', path, JSON.stringify({ path, hash, length, because }));

/** Notes that a file can be parsed after all. */
export const forgetUnparsed = (store: Store, path: string): void => dropMark(store, 'unparsed', path);

/** Forgets the files that are no more. */
export const forgetGoneUnparsed = (store: Store): void =>
  void store.run`delete from mark where kind = 'unparsed' and name not in (select path from code_file)`;

/** The files that were not parsed, by path; those that are no more are left out. */
export const unparsedFiles = (store: Store): UnparsedFile[] =>
  jsonMarks<UnparsedFile>(store, 'unparsed').filter(
    ({ path }) => store.row`select 1 from code_file where path = ${path}`,
  );
