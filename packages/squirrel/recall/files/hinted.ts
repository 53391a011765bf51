import { type FileEvidence, strengthen } from './evidence.ts';
import { isTest, type Paths } from './paths.ts';
import { taskWords } from './task-words.ts';

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
