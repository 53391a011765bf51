import type { Store } from '@sqrl/base/sqlite/query.ts';
import { stem } from '@sqrl/base/text/content-words.ts';
import { exactly } from '@sqrl/code-graph/index.ts';
import {
  chunksByWords,
  countChunks,
  countChunksWith,
  filesWithWord,
} from '@sqrl/code-graph/tables/chunks.ts';
import type { CodeFile } from '@sqrl/code-graph/tables/files.ts';
import { wordsIn } from '@sqrl/code-graph/tables/words.ts';
import { asking } from '../../codebase/graph.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type FileEvidence, scaled, strengthen, worthFor } from './paths.ts';

/** The files whose code answers to a task: by the words in their pieces, and by what is called as the task calls it. */
export function filesByCode(engine: Engine, task: string): FileEvidence {
  const { store } = asking(engine);
  const worth = worthFor(task, []);
  const pieces = new Map<number, { path: string; score: number; name: string | null }>();
  for (const { words, weight } of groupsOf(store, task))
    for (const { id, path, score, name } of chunksByWords(store, words.join(' '), POOL)) {
      const before = pieces.get(id)?.score ?? 0;
      pieces.set(id, { path, score: before + weight * score, name });
    }
  const evidence: FileEvidence = new Map();
  const byFile = Map.groupBy([...pieces.values()], ({ path }) => path);
  for (const [path, all] of byFile) {
    all.sort((a, b) => b.score - a.score);
    const score = all.slice(0, 5).reduce((sum, piece, i) => sum + piece.score * FADING ** i, 0);
    const { name } = all[0]!;
    strengthen(evidence, path, {
      score: score * worth(path),
      why: name === null ? 'its code: its words' : `its code: ${name}`,
    });
  }
  const most = Math.max(0, ...[...evidence.values()].map(({ score }) => score));
  const scaled: FileEvidence = new Map(
    [...evidence]
      .map(([path, { score, why }]) => [path, { score: (score / most) ** SHARP, why }] as const)
      .sort(([, a], [, b]) => b.score - a.score)
      .slice(0, MAX_FILES),
  );
  for (const name of namesIn(task)) {
    const symbols = exactly(store, name).filter(({ kind }) => kind !== 'file');
    if (symbols.length === 0 || symbols.length > MAX_SAME_NAME) continue;
    for (const { file } of symbols) {
      const before = scaled.get(file);
      const score = (before?.score ?? 0) + (NAME_WEIGHT * worth(file)) / symbols.length;
      scaled.set(file, { score, why: `has ${name}`, isNamed: true });
    }
  }
  return scaled;
}

const POOL = 300;
const FADING = 0.4;
const SHARP = 1.5;
const MAX_FILES = 60;
const NAME_WEIGHT = 0.5;
const MAX_SAME_NAME = 8;

/** Words of a task in groups that a search takes, with how much they count: the first line and names count more. */
function groupsOf(store: Store, task: string): { words: string[]; weight: number }[] {
  const title = tellingWords(store, task.trim().split('\n', 1)[0]!);
  const all = tellingWords(store, task);
  const groups = [{ words: title.slice(0, GROUP), weight: TITLE }];
  for (let i = 0; i < Math.min(all.length, GROUP * MAX_GROUPS); i += GROUP)
    groups.push({ words: all.slice(i, i + GROUP), weight: 1 });
  const names = namesIn(task);
  if (names.length > 0) groups.push({ words: names.slice(0, GROUP), weight: 1 });
  return groups.filter(({ words }) => words.length > 0);
}

const GROUP = 30;
/** So much more, since the first line is also a part of the whole. */
const TITLE = 1.5;
const MAX_GROUPS = 6;

/** Words that tell something. Which do not, the code says, not a list: "remove" may be rare in it. */
function tellingWords(store: Store, text: string): string[] {
  const most = mostPieces(store);
  return [...new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu))].filter(
    (word) => countChunksWith(store, word, most) <= most,
  );
}

/** Words that can only be names, and whatever stands between backticks. */
function namesIn(task: string): string[] {
  const names = new Set<string>();
  for (const [word] of task.matchAll(/[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*/g))
    if (/\p{Ll}\p{Lu}|\w_\w|\w(?:\.|::|#)\w/u.test(word)) names.add(word);
  for (const [, quoted] of task.matchAll(/`([A-Za-z_$][\w$.]*)(?:\(\))?`/g)) names.add(quoted!);
  return [...names].slice(0, MAX_NAMES);
}

const MAX_NAMES = 30;

/** The files that as a whole answer to the words of a task: BM25, each word counted by the pieces of a file that hold it. */
export function filesByWords(engine: Engine, task: string, files: readonly CodeFile[]): FileEvidence {
  const { store } = asking(engine);
  const worth = worthFor(task, []);
  const sizes = new Map(files.map(({ id, size }) => [id, size]));
  const mean = files.reduce((sum, { size }) => sum + size, 0) / Math.max(1, files.length);
  const scores = new Map<number, number>();
  const most = mostPieces(store);
  for (const word of wordsToFind(task)) {
    const found = filesWithWord(store, word, most);
    const rarity = Math.log(1 + (files.length - found.length + 0.5) / (found.length + 0.5));
    for (const { file, times } of found) {
      const long = 1 - B + (B * (sizes.get(file) ?? mean)) / mean;
      scores.set(file, (scores.get(file) ?? 0) + (rarity * times * (K1 + 1)) / (times + K1 * long));
    }
  }
  return scaled(
    new Map(
      files
        .filter(({ id }) => scores.has(id))
        .map(({ id, path }) => [path, { score: scores.get(id)! * worth(path), why: 'its code: its words' }]),
    ),
  );
}

/** The words of a task, one of those that mean the same. Which of them tell nothing, the code says: "remove" may be rare in it. */
function wordsToFind(task: string): string[] {
  const byForm = new Map<string, string>();
  for (const word of wordsIn(task.slice(0, MAX_TASK_CHARS)))
    if (word.length >= MIN_CHARS && !byForm.has(stem(word))) byForm.set(stem(word), word);
  return [...byForm.values()].slice(0, MAX_WORDS);
}

/** A word in more pieces of the code than this tells nothing. */
const mostPieces = (store: Store): number => Math.max(MIN_PIECES, countChunks(store) * COMMON);

const MIN_CHARS = 3;
const COMMON = 0.15;
/** Of so few every one is looked at. */
const MIN_PIECES = 100;
const K1 = 1.2;
const B = 0.75;
const MAX_TASK_CHARS = 20_000;
const MAX_WORDS = 200;
