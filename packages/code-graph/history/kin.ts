import { basename, dirname } from 'node:path/posix';

/** Which files of a repository belong together by their names. */
export interface FileKinship {
  has(path: string): boolean;
  /** Other files called the same but for their ending, their folder, and what makes a test of them. */
  namesakes(path: string): readonly string[];
  /** Other files of the same folder. */
  neighbours(path: string): readonly string[];
}

/** Sorts the files of a repository by their names, once for many questions. */
export function kinOf(files: Iterable<string>): FileKinship {
  const all = new Set(files);
  const byStem = Map.groupBy(all, stemOf);
  const byFolder = Map.groupBy(all, dirname);
  const others = (group: readonly string[] | undefined, path: string): string[] =>
    (group ?? []).filter((each) => each !== path);
  return {
    has: (path) => all.has(path),
    namesakes: (path) => (COMMON.test(stemOf(path)) ? [] : others(byStem.get(stemOf(path)), path)),
    neighbours: (path) => others(byFolder.get(dirname(path)), path),
  };
}

// Names that say nothing of what is in a file.
const COMMON = /^(?:index|mod|init|main|readme|package|tsconfig|makefile|cargo|changelog|license)?$/;

/** A file's name without its ending and without what makes a test of it. */
const stemOf = (path: string): string =>
  basename(path)
    .replace(/(?<=.)(?:\.(?:test|tests|spec|e2e-spec|test-d|d|stories))?\.[^.]+$/, '')
    .replace(/^test[_-]|[_-](?:test|tests|spec)$|(?<=[a-z])(?:Test|Tests|Spec)$/g, '')
    .replace(/[_.-]/g, '')
    .toLowerCase();
