import { DAY_MS } from '@sqrl/base/durations.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { PastWork } from '../../store/events/last-work.ts';

/** Sorts paths by their names and words, once for many questions. */
export function pathsOf(paths: Iterable<string>) {
  const all = new Set(paths);
  const byName = Map.groupBy(all, (path) => nameOf(path).toLowerCase());
  const byStem = Map.groupBy(all, (path) => stemOf(path).toLowerCase());
  const byKin = Map.groupBy(all, kinStem);
  const words = new Map<string, PathWords>();
  const byWord = new Map<string, string[]>();
  for (const path of all) {
    const name = contentWords(stemOf(path));
    const folders = contentWords(path.slice(0, path.lastIndexOf('/') + 1));
    words.set(path, { name, folders });
    for (const word of name.union(folders)) {
      const known = byWord.get(word);
      if (known) known.push(path);
      else byWord.set(word, [path]);
    }
  }
  let folders: Set<string> | undefined;
  return {
    all,
    isFolder(path: string): boolean {
      folders ??= foldersOf(all);
      return folders.has(path);
    },
    /** Files that are meant by a path, a part of one, or a name alone. */
    ending(path: string): readonly string[] {
      if (all.has(path)) return [path];
      const alike = byName.get(nameOf(path).toLowerCase()) ?? [];
      const lower = path.toLowerCase();
      const ends = alike.filter((each) => `/${each}`.toLowerCase().endsWith(`/${lower}`));
      if (ends.length > 0) return ends.length > MAX_ALIKE ? [] : ends;
      // An absolute path, or one from a folder above the repository: the longest file that it ends with.
      const whole = alike.filter(
        (each) => `/${lower}`.endsWith(`/${each.toLowerCase()}`) && each.includes('/'),
      );
      return whole.sort((a, b) => b.length - a.length).slice(0, 1);
    },
    /** Files called so without their ending, whatever the case. */
    called: (stem: string): readonly string[] => byStem.get(stem.toLowerCase()) ?? [],
    /** Files that have a word in their name or in their folders. */
    withWord: (word: string): readonly string[] => byWord.get(word) ?? [],
    wordsOf: (path: string): PathWords => words.get(path) ?? NO_WORDS,
    /** The tests of a file, or what a test is of, by their names: those beside it, or else those anywhere. */
    kin(path: string): readonly string[] {
      if (COMMON.test(kinStem(path))) return [];
      const alike = (byKin.get(kinStem(path)) ?? []).filter(
        (each) => each !== path && isTest(each) !== isTest(path),
      );
      const close = alike.filter((each) => folderOf(each) === folderOf(path));
      return close.length > 0 ? close : alike;
    },
  };
}

export type Paths = ReturnType<typeof pathsOf>;

const MAX_ALIKE = 12;
const NO_WORDS: PathWords = { name: new Set(), folders: new Set() };

type PathWords = Record<'name' | 'folders', ReadonlySet<string>>;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  return folders;
}

const stemOf = (path: string): string => nameOf(path).replace(/(?<=.)\.[^.]+$/, '');

const kinStem = (path: string): string =>
  nameOf(path)
    .replace(/(?<=.)(?:\.(?:test|tests|spec|e2e-spec|test-d|d|stories))?\.[^.]+$/, '')
    .replace(/^test[_-]|[_-](?:test|tests|spec)$|(?<=[a-z])(?:Test|Tests|Spec)$/g, '')
    .replace(/[_.-]/g, '')
    .toLowerCase();

// Names that say nothing of what is in a file.
const COMMON =
  /^(?:index|mod|init|main|readme|package|tsconfig|makefile|cargo|changelog|license|types|utils)?$/;

/** Whether a file holds tests, by the habits of all languages. */
export const isTest = (path: string): boolean =>
  (TEST_FOLDER.test(path) && !TEST_PACKAGE.test(path)) || TEST_NAME.test(nameOf(path));

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testing|testdata|test-data|fixtures|playground)\//;
/** A Python package that others test with. */
const TEST_PACKAGE = /^(?:src\/|lib\/)?\w+\/(?:test|testing)\/(?:\w+\/)*\w+\.py$/;
const TEST_NAME = /[._-](?:test|spec|e2e|bench)\.\w+$|^test_.*\.py$|^conftest\.py$/;

/**
 * What a file is worth to a task by its kind, 0 to 1: tests, prose, data and declarations less than code, unless the task
 * asks for them or the sessions of the project change them often. Commits do not tell: they carry them along.
 */
export function worthFor(task: string, work: readonly PastChange[]): (path: string) => number {
  const title = task.trimStart().split('\n', 1)[0]!.slice(0, MAX_TITLE_CHARS);
  const inSessions = work.flatMap(({ isCommit, changed }) => (isCommit ? [] : changed));
  const worthOf = (isKind: (path: string) => boolean, asked: RegExp): number => {
    if (asked.test(title)) return 1;
    const share = inSessions.filter(isKind).length / Math.max(1, inSessions.length);
    return Math.min(1, Math.max(BESIDE_CODE, share / OFTEN));
  };
  const test = worthOf(isTest, ASKS_FOR_TESTS);
  const prose = worthOf(isProse, ASKS_FOR_PROSE);
  return (path) => Math.min(isTest(path) ? test : 1, isProse(path) ? prose : 1);
}

/** Whether a file is no code: prose, templates, data, settings, declarations, examples. */
const isProse = (path: string): boolean => ENDINGS.test(path) || FOLDERS.test(path) || NAMES.test(path);

const ENDINGS =
  /\.(?:md|mdx|rst|txt|adoc|po|html?|css|s[ac]ss|less|jsonc?|ya?ml|toml|ini|cfg|xml|lock|svg|csv|snap|ipynb|pyi|d\.[cm]?ts)$/i;
const FOLDERS =
  /(?:^|\/)(?:docs?|docs_src|examples?|samples?|demos?|tutorials?|galler(?:y|ies)|website|(?:asv_)?bench(?:marks?)?|\.[\w-]+)\//i;
const NAMES = /(?:^|\/)(?:AUTHORS|CHANGE(?:S|LOG)|CONTRIBUTING|COPYING|LICENSE|NEWS|NOTICE|README)$/;

/** What is asked for stands in the first line; further down much is only spoken of. */
const MAX_TITLE_CHARS = 300;
const ASKS_FOR_TESTS =
  /\b(?:add|write|extend|update|improve|cover|more|missing|failing|flaky|broken)\b[^.\n]{0,40}\b(?:tests?|specs?|coverage|fixtures?|snapshots?)\b/i;
const ASKS_FOR_PROSE =
  /\b(?:add|write|extend|update|improve|correct|fix|rewrite|translate|polish|restyle|mention|typos?)\b[^.\n]{0,40}\b(?:docs?|documentation|readme|changelog|guide|tutorial|examples?|css|styles?|styling|markdown|config(?:uration)?|workflow|translations?)\b/i;
const BESIDE_CODE = 0.4;
/** A share of what sessions change. */
const OFTEN = 0.1;

/** What speaks for a file, 0 to 1, and why. */
export interface Clue {
  score: number;
  why: string;
  /** The task names it or something that it defines; other guesses are better made by an agent that looks. */
  isNamed?: boolean;
}

/** What one way of looking says of files, by path. */
export type FileEvidence = Map<string, Clue>;

export function strengthen(evidence: FileEvidence, path: string, clue: Clue): void {
  const before = evidence.get(path);
  if (!before || before.score < clue.score) evidence.set(path, clue);
}

/** Brings the strongest of some evidence to 1 and the rest along. */
export function scaled(evidence: FileEvidence): FileEvidence {
  const most = Math.max(0, ...[...evidence.values()].map(({ score }) => score));
  if (most <= 0) return new Map();
  return new Map([...evidence].map(([path, { score, why }]) => [path, { score: score / most, why }]));
}

/** Work that is over, as far as it tells which files the next may need. */
export type PastChange = Omit<PastWork, 'status'> & { failed: boolean };

/** How much a piece of work still counts: half after the half-life, never nothing. */
export const freshness = (work: PastChange, now: number, halfLife: number): number =>
  MIN_WEIGHT + (1 - MIN_WEIGHT) * 0.5 ** (Math.max(0, now - work.endedAt) / (halfLife * DAY_MS));

/** A commit or an episode of more files than this was about none of them. */
export const MAX_FILES = 40;

const MIN_WEIGHT = 0.05;
