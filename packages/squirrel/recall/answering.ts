import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import type { Hit } from './find.ts';

/** How near a memory must be to the question to be told. */
export interface AnsweringBounds {
  /** As near in meaning as this, or with most of the question's words, a memory is about what was asked. */
  minCosine: number;
  /** Each must have this share of the best one's score. */
  minShare: number;
}

/** For an answer: only what is sure to be about the question. */
const SURE: AnsweringBounds = { minCosine: 0.4, minShare: 0.6 };

/**
 * For an agent that reads on: of paraphrased questions whose answer is among the first eight memories, these bounds lose two
 * of a hundred, and leave six lines of eight.
 */
export const LIKELY: AnsweringBounds = { minCosine: 0.2, minShare: 0.7 };

/** With this share of the question's words, a memory is about what was asked. */
const MIN_WORDS = 0.6;

/** Those of the best that are about the question at all: the best of many may still be about something else. */
export function answering<T extends Hit>(
  question: string,
  hits: readonly T[],
  { minCosine, minShare }: AnsweringBounds = SURE,
): T[] {
  const words = contentWords(question);
  const about = hits.filter(({ cosine = 0, memory }) => {
    if (cosine >= minCosine) return true;
    const said = contentWords([memory.text, ...memory.tags, ...memory.files, memory.key ?? ''].join(' '));
    return words.size > 0 && share(words, said) >= MIN_WORDS;
  });
  const best = Math.max(0, ...about.map(({ score }) => score));
  return about.filter(({ score }) => score >= best * minShare);
}
