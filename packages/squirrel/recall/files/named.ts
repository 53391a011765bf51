import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { type Clue, type FileEvidence, strengthen } from './evidence.ts';
import { pathMentions } from './mentions.ts';
import { isTest, type Paths } from './paths.ts';

/** Why a file is needed that the task is to make. */
export const MISSING = 'named, does not exist yet';

/** The files that a task calls by their paths or names; also one that is not there yet, where its whole path is given. */
export function filesNamed(task: string, paths: Paths): FileEvidence {
  const evidence: FileEvidence = new Map();
  const times = new Map<string, number>();
  const mentions = pathMentions(task);
  // Of two files called alike, the one whose folder the task speaks of otherwise.
  const folders = new Set(
    mentions.flatMap(({ path }) =>
      paths.ending(path).length === 1 ? foldersOf(paths.ending(path)[0]!) : foldersOf(path),
    ),
  );
  let spoken: string[] | undefined;
  const spokenOf = () => {
    spoken ??= foldersIn(task, paths);
    return spoken;
  };
  mentions.forEach(({ path, stress }, place) => {
    const known = paths.ending(path);
    const meant = known.length > 0 ? known : isNew(path) ? [path] : placesFor(path, spokenOf());
    const near = Math.max(0, ...meant.map((each) => inside(each, folders)));
    for (const each of meant) {
      const beside = meant.length === 1 || inside(each, folders) === near ? 1 : AMONG_OTHERS;
      const sure =
        (known.length > 0 ? sureOf(path, each) : path.includes('/') ? NEW : NEW_BY_NAME) / meant.length;
      times.set(each, (times.get(each) ?? 0) + 1);
      const again = 1 + REPEAT_WEIGHT * Math.min(4, times.get(each)! - 1);
      // What comes first matters a little more; enough to part those that are alike in all else.
      const score = sure * beside * stress * again * (1 - Math.min(0.1, place / 500));
      strengthen(evidence, each, {
        score,
        ...(known.length === 0 ? { why: MISSING } : howNamed(stress)),
      });
    }
  });
  return evidence;
}

/** How sure it is that a file is meant by what the task calls it. */
function sureOf(called: string, path: string): number {
  if (called.includes('/')) return 1;
  return isTest(path) && !isTest(called) ? BY_NAME * BELOW_TESTS : BY_NAME;
}

function howNamed(stress: number): Omit<Clue, 'score'> {
  if (stress > 1) return { why: 'named as a step', isNamed: true };
  if (stress === 1) return { why: 'named', isNamed: true };
  return { why: stress > 0.5 ? 'named in passing' : 'named as unchanged' };
}

const NEW = 0.85;
const NEW_BY_NAME = 0.7;
const BY_NAME = 0.9;
const AMONG_OTHERS = 0.5;
const REPEAT_WEIGHT = 0.04;
/** A name alone rarely means what only tests read. */
const BELOW_TESTS = 0.4;

/** A path that is written out in full, from a folder of the repository on. */
const isNew = (path: string): boolean =>
  path.includes('/') && !/^[/~]|(?:^|\/)(?:node_modules|site-packages|dist)\//.test(path);

/** Where a new file may come that is only called by its name: in the folders that the task speaks of, or at the top. */
function placesFor(name: string, folders: readonly string[]): string[] {
  // `process.env` and `this.h` end as files do.
  if (name.includes('/') || /\.(?:env|lock|conf|\w)$/.test(name)) return [];
  return [...new Set([...folders.slice(0, 2).map((folder) => folder + name), name])];
}

/** Folders of the repository that a task names, each with the sign behind it. */
const foldersIn = (task: string, paths: Paths): string[] =>
  [...task.matchAll(/(?<![\w/.@-])((?:[\w.@-]{1,255}\/){1,30})(?=[\s`'",.;:)]|$)/g)]
    .map(([, folder]) => folder!)
    .filter((folder) => paths.isFolder(folder.slice(0, -1)));

const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, i, all) => all.slice(0, i + 1).join('/'));

const inside = (path: string, folders: ReadonlySet<string>): number =>
  foldersOf(path).filter((folder) => folders.has(folder)).length;

/** The files that a task hints at: identifiers called like a file, and words that file names and folders are made of. */
export function hinted(task: string, paths: Paths): FileEvidence {
  const evidence: FileEvidence = new Map();
  for (const name of identifiersIn(task)) {
    const called = paths.called(name);
    if (called.length > MAX_CALLED) continue;
    for (const path of called)
      strengthen(evidence, path, {
        score: CALLED / Math.sqrt(called.length),
        why: `similar name: ${name}`,
      });
  }
  const words = taskWords(task);
  const rarity = new Map(
    [...words].map(([word, weight]) => [
      word,
      weight * rarityOf(paths.withWord(word).length, paths.all.size),
    ]),
  );
  const most = rarityOf(1, paths.all.size);
  // In a text of a thousand words the parts of many names occur by chance.
  const trust = Math.min(1, Math.sqrt(MAX_HINTS / Math.max(1, words.size)));
  const shared = new Map<string, string[]>();
  for (const word of words.keys())
    for (const path of paths.withWord(word)) shared.set(path, [...(shared.get(path) ?? []), word]);
  for (const [path, all] of shared) {
    const { name, folders } = paths.wordsOf(path);
    const inName = all.filter((word) => name.has(word));
    const inFolders = all.filter((word) => !name.has(word) && folders.has(word));
    const sum = (some: Iterable<string>) =>
      [...some].reduce((total, word) => total + (rarity.get(word) ?? most), 0);
    const covered = name.size === 0 ? 0 : sum(inName) / sum(name);
    const strength = 1 - Math.exp(-(sum(inName) * covered + FOLDER * sum(inFolders)) / most);
    const score = strength * trust * (isTest(path) ? TEST : 1);
    if (score > MIN_SCORE)
      strengthen(evidence, path, {
        score,
        why: `words of its path: ${[...inName, ...inFolders].slice(0, 4).join(', ')}`,
      });
  }
  return evidence;
}

/** Names written as only names are: `RemediateTab`, `prompt-generator`, `file_finder`; dotted ones by each of their parts. */
function identifiersIn(task: string): Set<string> {
  const found = new Set<string>();
  for (const [whole] of task.matchAll(/[A-Za-z_$][\w$]*(?:[.-][A-Za-z_$][\w$]*)*/g))
    for (const part of [whole, ...whole.split('.')])
      if (part.length > 3 && /[a-z][A-Z]|[a-z0-9]_[a-z]|\w-\w/.test(part)) found.add(part);
  for (const [, dotted] of task.matchAll(/(?<![\w.])((?:[a-z_]\w*\.){1,6}\w+)(?![\w/])/g))
    for (const part of dotted!.split('.')) if (part.length > 2) found.add(part);
  return found;
}

const rarityOf = (times: number, all: number): number => Math.log(1 + all / (times + 0.5));

const MAX_CALLED = 6;
const CALLED = 0.9;
const MAX_HINTS = 30;
const FOLDER = 0.35;
const TEST = 0.6;
const MIN_SCORE = 0.02;

/** The words of a task with how much each tells of it: what was typed or put into the title, more than what was pasted. */
export function taskWords(task: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const word of contentWords(task)) weights.set(word, PASTED);
  for (const word of contentWords(typedWords(task))) weights.set(word, TYPED);
  for (const word of contentWords(titleOf(task))) weights.set(word, TYPED);
  return weights;
}

/** The first line that says something; of a plan, its title. */
function titleOf(task: string): string {
  const lines = task.split('\n').map((line) => line.trim());
  return (lines.find((line) => /^#\s/.test(line)) ?? lines.find((line) => line !== '') ?? '').slice(0, 200);
}

const TYPED = 1;
const PASTED = 0.5;
