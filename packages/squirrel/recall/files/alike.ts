import { remembered } from '@sqrl/base/memo.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { taskWords } from './task-words.ts';
import type { PastChange } from './work.ts';

/** A piece of past work that is like a task, 0 to 1 beside the one that is most. */
export interface LikeChange {
  work: PastChange;
  likeness: number;
}

/** The past work that is most like a task, by its words and, where known, by its meaning. */
export function alike(
  task: string,
  work: readonly PastChange[],
  meaning: ReadonlyMap<string, number> | undefined,
): LikeChange[] {
  const byWords = bm25(taskWords(task), work);
  const best = Math.max(0, ...byWords.values());
  const nearest = Math.max(0, ...(meaning?.values() ?? []));
  return work
    .map((each) => {
      const words = best > 0 ? (byWords.get(each) ?? 0) / best : 0;
      const near = meaning?.get(each.id);
      const likeness =
        near === undefined || nearest <= 0
          ? words
          : (1 - MEANING) * words + (MEANING * Math.max(0, near)) / nearest;
      return { work: each, likeness };
    })
    .filter(({ likeness }) => likeness > 0)
    .sort(
      (a, b) =>
        b.likeness - a.likeness || b.work.endedAt - a.work.endedAt || (a.work.id < b.work.id ? -1 : 1),
    )
    .slice(0, MAX_CHANGES);
}

const MAX_CHANGES = 20;
const MEANING = 0.4;

const K1 = 1.2;
const B = 0.6;

function bm25(question: ReadonlyMap<string, number>, work: readonly PastChange[]): Map<PastChange, number> {
  const texts = work.map((each) => ({ each, words: wordsOf(each) }));
  const mean = texts.reduce((sum, { words }) => sum + words.size, 0) / Math.max(1, texts.length);
  const holding = new Map<string, number>();
  for (const { words } of texts)
    for (const word of words) if (question.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const scores = new Map<PastChange, number>();
  for (const { each, words } of texts) {
    let score = 0;
    for (const [word, count] of holding)
      if (words.has(word)) {
        const rarity = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
        score += (question.get(word)! * rarity * (K1 + 1)) / (1 + K1 * (1 - B + (B * words.size) / mean));
      }
    if (score > 0) scores.set(each, score);
  }
  return scores;
}

/** What was said, and the names of what was changed: who asks later may know the one or the other. */
function wordsOf({ said, changed }: PastChange): ReadonlySet<string> {
  const words = new Set(wordsSaid(said));
  for (const path of changed.slice(0, MAX_NAMES)) for (const word of wordsInPath(path)) words.add(word);
  return words;
}

const MAX_NAMES = 20;

// Every question goes through the same past.
const wordsSaid = remembered(contentWords, 10_000);
const wordsInPath = remembered(contentWords, 20_000);
