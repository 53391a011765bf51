import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { type Clue, type FileEvidence, isTest, type Paths, strengthen } from './paths.ts';

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

/**
 * Every path and file name in a text, in the order in which they come. Its stress is 1 where it is simply named; less where it
 * is said to stay as it is or to be an example, more where it heads a step.
 */
export function pathMentions(text: string) {
  const found: { path: string; stress: number }[] = [];
  const headings: { level: number; stress: number }[] = [];
  let lead = 1;
  for (const whole of text.slice(0, MAX_TASK_CHARS).replace(WEB_ADDRESS, pathOfAddress).split('\n')) {
    const line = whole.trimEnd();
    const level = levelOf(line);
    const own = stressOf(line);
    if (level > 0) {
      while (headings.length > 0 && headings.at(-1)!.level >= level) headings.pop();
      headings.push({ level, stress: own });
      lead = 1;
    } else if (/:\s*\**$/.test(line)) lead = own;
    else if (line === '') lead = 1;
    const stress = Math.min(own, lead, ...headings.map((each) => each.stress));
    const paths = pathsIn(line);
    const heads = stress === 1 && (level > 0 || LEADS.test(line.trimStart().replace(/\s+/g, ' ')));
    for (const [i, path] of paths.entries()) found.push({ path, stress: heads && i === 0 ? HEADS : stress });
  }
  return found;
}

/** In characters: a task, with the plan that was pasted into it. */
const MAX_TASK_CHARS = 200_000;

/** Looks for paths only within runs of what paths are made of, and in none that is longer than any path. */
const pathsIn = (line: string): string[] =>
  (line.match(SIGNS_OF_PATHS) ?? [])
    .filter((run) => run.length <= MAX_PATH_CHARS && run.includes('.'))
    .flatMap((run) => run.match(PATH) ?? [])
    .flatMap((path) => cleaned(path) ?? []);

const SIGNS_OF_PATHS = /[\w.@$+~/()[\]-]+/g;
const MAX_PATH_CHARS = 300;

/** How deep a heading is; 0 where a line is none. A line in bold is one, below all others. */
function levelOf(line: string): number {
  const signs = /^\s{0,3}(#{1,6})\s/.exec(line)?.[1] ?? '';
  return signs.length || (BOLD.test(line) ? LEVELS : 0);
}

/** The address of a file in a repository on the web ends with its path; any other says nothing of files here. */
const pathOfAddress = (url: string): string =>
  /\/(?:blob|tree|raw|src)\//.test(url) ? url.replace(/^\w+:\//, '') : ' ';

const WEB_ADDRESS = /\b(?:https?|git|ssh|wss?):\/\/[^\s)>\]]+/g;

/** Something with an ending, perhaps below folders; or at least two folders deep. */
const PATH =
  /(?:[@~]|\.{0,2}\/)?(?:[\w.@$+-]|\[[\w.-]+\]|\([\w-]+\)(?=\/))*(?:\/(?:[\w.@$+-]|\[[\w.-]+\]|\([\w-]+\)(?=\/))+)*\.[A-Za-z][A-Za-z0-9]{0,11}(?![\w(])/g;

function cleaned(whole: string): string | undefined {
  const path = whole.replace(/^@(?=[\w./])(?![\w-]+\/[\w-]+$)/, '').replace(/^(?:\.{1,2}\/)+/, '');
  const ending = path.slice(path.lastIndexOf('.') + 1);
  // "1.2.x", "e.g", "i.e", "process.env", "Math.max": a file without folders is only taken at its ending's word.
  if (!path.includes('/') && !ENDINGS.has(ending.toLowerCase())) return undefined;
  return /[A-Za-z]/.test(path.replace(/\.[^.]*$/, '')) ? path : undefined;
}

const ENDINGS = new Set(
  `ts tsx js jsx mjs cjs mts cts vue svelte astro py pyi rb go rs java kt kts scala swift c h cc cpp hpp cs fs php pl lua
  ex exs erl hs clj dart r jl m mm sh bash zsh ps1 bat sql graphql proto html htm css scss sass less md mdx rst txt json
  jsonc json5 yaml yml toml ini cfg conf env xml svg plist lock gradle tf hcl nix ipynb tpl hbs ejs pug snap csv`.split(
    /\s+/,
  ),
);

function stressOf(line: string): number {
  if (UNTOUCHED.test(line)) return 0.3;
  return ASIDE.test(line) ? 0.6 : 1;
}

const UNTOUCHED =
  /\b(?:no (?:code |other |further )?changes?|unchanged|not? need(?:ed|s)? (?:to )?(?:chang|modif|updat)|(?:do|does|should|must|will)(?: not|n['’]t) (?:be )?(?:chang|modif|touch|edit)|without (?:chang|modif|touch)|stays? (?:as|the same)|left? (?:as is|alone|untouched)|out of scope)/i;

const ASIDE =
  /\b(?:for reference|reference only|references?:|re-?us(?:e|ed|es|ing)|existing (?:pattern|helper|util|function|component|code)|same (?:pattern|way|approach) as|similar to|(?:follow|mirror|match)(?:s|ing)?(?: the)? (?:pattern|style|existing)|see also|verif(?:y|ication)|test plan|already (?:handles?|supports?|exists?|works?|has|does))\b/i;

/** A line that begins with the file it is about. */
const LEADS =
  /^(?:[-*+]|\d+[.)])? ?(?:[*_]{1,2})?(?:(?:new |existing )?files?|modify|update|edit|create|add|change|delete|remove|new)? ?(?:[*_]{1,2})?:? ?(?:[*_]{1,2})? ?[`@/\w.-]*\//i;
const BOLD = /^\s*\*\*[^*]+\*\*:?$/;
const LEVELS = 7;
const HEADS = 1.15;
