import type { Reranker } from '@sqrl/embedder/embedder.ts';
import { PASSAGE_WEIGHTS } from '@sqrl/squirrel/recall/passages/find-passages.ts';
import { combinations } from '../left-out.ts';
import { type Score, tally } from './score.ts';

/** What the weights of passages are chosen from. */
export const WEIGHTS_TRIED = combinations(PASSAGE_WEIGHTS, {
  cosine: [1.5, 2],
  talk: [0.05, 0.08, 0.11],
  rerank: [2, 3],
});

/** How good scores are in one figure. */
export function worthOf(scores: readonly Score[]): number {
  const { turn10, session10 } = tally(scores).all!;
  return turn10 + session10;
}

/** A reranker that reads each text once for a question: other weights bring mostly the same texts. */
export function readingOnce(reranker: Reranker): Reranker {
  let known = new Map<string, number>();
  let last = '';
  return {
    id: reranker.id,
    async rerank(question, texts, asides) {
      if (question !== last) known = new Map();
      last = question;
      const keys = texts.map((text, i) => JSON.stringify([text, asides?.[i]?.before]));
      const unread = [...keys.keys()].filter((i) => !known.has(keys[i]!));
      const scores = await reranker.rerank(
        question,
        unread.map((i) => texts[i]!),
        asides && unread.map((i) => asides[i]!),
      );
      for (const [n, i] of unread.entries()) known.set(keys[i]!, scores[n]!);
      return keys.map((key) => known.get(key)!);
    },
  };
}
