import type { Store } from '@sqrl/base/sqlite/store.ts';
import { stem } from '@sqrl/base/text/content-words.ts';
import { countChunks, filesWithWord } from '@sqrl/code-graph/tables/chunks.ts';
import type { CodeFile } from '@sqrl/code-graph/tables/files.ts';
import { wordsIn } from '@sqrl/code-graph/tables/words.ts';
import { asking } from '../../codebase/graph.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type FileEvidence, scaled } from '../files/evidence.ts';
import { worthFor } from '../files/worth.ts';

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
export const mostPieces = (store: Store): number => Math.max(MIN_PIECES, countChunks(store) * COMMON);

const MIN_CHARS = 3;
/** A share of all pieces. */
const COMMON = 0.15;
/** Of so few every one is looked at. */
const MIN_PIECES = 100;
const K1 = 1.2;
const B = 0.75;
const MAX_TASK_CHARS = 20_000;
const MAX_WORDS = 200;
