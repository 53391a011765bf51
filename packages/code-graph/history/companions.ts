import { basename, dirname } from 'node:path/posix';
import { isTest } from '../facts/is-test.ts';

export interface Companion {
  path: string;
  score: number;
  /** 'changed together 12 times', 'imports it'. */
  why: string[];
}

interface SharedChange {
  at: number;
  /** How many files it changed, that file included. */
  files: number;
  others: readonly string[];
}

export interface CompanionClues {
  commits: readonly SharedChange[];
  /** When the newest commit of all was made: age is relative to that. */
  until: number;
  kin: FileKinship;
  /** How much each neighbour changes at all, summed with `weightOf`. */
  busy: ReadonlyMap<string, number>;
  imports: readonly string[];
  importedBy: readonly string[];
}

/** Commits of more files than this tell nothing of any two. */
export const MAX_FILES = 30;

/** What else changes with a file: what did, and, the less is known of that, what lies close. Best first. */
export function companionsOf(path: string, clues: CompanionClues, limit: number): Companion[] {
  const { commits, until, kin, busy, imports, importedBy } = clues;
  const found = new Map<string, Companion>();
  const add = (other: string, score: number, why: string): void => {
    if (other === path || !kin.has(other)) return;
    const companion = found.get(other) ?? { path: other, score: 0, why: [] };
    found.set(other, companion);
    companion.score += score;
    if (!companion.why.includes(why)) companion.why.push(why);
  };

  for (const [other, { score, times }] of together(commits, until))
    add(other, score, times === 1 ? 'changed together once' : `changed together ${times} times`);
  const namesakes = kin.namesakes(path);
  for (const other of namesakes) add(other, NAME / Math.sqrt(namesakes.length), kinship(path, other));
  for (const other of imports) add(other, IMPORT / Math.sqrt(imports.length), 'imported by it');
  for (const other of importedBy) add(other, IMPORT / Math.sqrt(importedBy.length), 'imports it');
  const neighbours = kin.neighbours(path);
  const busyness = (other: string): number => (busy.get(other) ?? 0) + LITTLE;
  const total = neighbours.reduce((sum, other) => sum + busyness(other), 0);
  for (const other of neighbours) add(other, (FOLDER * busyness(other)) / total, 'in the same folder');

  return [...found.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, limit);
}

/** What a commit says of any two of its files: less the older it is and the more files it has. */
export const weightOf = ({ at, files }: { at: number; files: number }, until: number): number =>
  (0.5 ** ((until - at) / YEAR_MS) + MIN_WEIGHT) / Math.log2(files + 1);

const YEAR_MS = 365 * 24 * 3600 * 1000;

// In a repository that is fifteen years old there is much that last changed ten years ago, and still belongs together.
const MIN_WEIGHT = 0.1;

// How many commits' worth it is to have the same name, to be imported, and for a whole folder to lie together.
const NAME = 0.5;
const IMPORT = 0.3;
const FOLDER = 0.5;
const LITTLE = 0.1;

function together(
  commits: readonly SharedChange[],
  until: number,
): Map<string, { score: number; times: number }> {
  const found = new Map<string, { score: number; times: number }>();
  for (const commit of commits) {
    if (commit.files > MAX_FILES) continue;
    const weight = weightOf(commit, until);
    for (const other of commit.others) {
      const { score, times } = found.get(other) ?? { score: 0, times: 0 };
      found.set(other, { score: score + weight, times: times + 1 });
    }
  }
  return found;
}

function kinship(path: string, other: string): string {
  if (isTest(path) === isTest(other)) return 'has the same name';
  return isTest(other) ? 'its test' : 'tested by it';
}

export interface FileKinship {
  has(path: string): boolean;
  /** Other files called the same but for their ending, their folder, and what makes a test of them. */
  namesakes(path: string): readonly string[];
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
