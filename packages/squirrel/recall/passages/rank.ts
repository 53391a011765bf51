import { type StoreScores, withBefore } from '../talks/score.ts';

/**
 * How much each thing counts that speaks for a message, beside its own words. Chosen by leaving out one of five long
 * conversations and of three projects' sessions; see `bench ask` and `bench locomo`.
 */
export const PASSAGE_WEIGHTS = {
  /** Understood with the message before it. */
  cosine: 2,
  wordsBefore: 0.3,
  wordsTwoBefore: 0.2,
  wordsAfter: 0.2,
  /** What speaks for its talk. */
  talk: 0.08,
  length: 0.3,
  /** What the reranker thinks of it. */
  rerank: 2,
};

export type PassageWeights = typeof PASSAGE_WEIGHTS;

/** A message longer than this has no advantage over one of this length. */
const LONG_CHARS = 400;

/** How much speaks for each message of a store: its words and meaning, the messages beside it, and its talk; minus infinity where nothing does. */
export function rankMessages(
  { layout, messages, talks }: StoreScores,
  weights: PassageWeights = PASSAGE_WEIGHTS,
): Float32Array {
  const { follows, talkOf, length } = layout;
  const { best, words, centred } = messages;
  const scores = new Float32Array(words.length);
  for (let i = 0; i < scores.length; i++) {
    const meaning = withBefore(centred, follows, i);
    const isFound = best[i] !== -1 && (words[i]! > 0 || !Number.isNaN(centred[i]!));
    scores[i] = !isFound
      ? Number.NEGATIVE_INFINITY
      : words[i]! +
        weights.wordsBefore * (follows[i] ? words[i - 1]! : 0) +
        weights.wordsTwoBefore * (follows[i] && follows[i - 1] ? words[i - 2]! : 0) +
        weights.wordsAfter * (follows[i + 1] ? words[i + 1]! : 0) +
        // Where a message has no vector, what its words let expect of it stands in.
        weights.cosine * (Number.isNaN(meaning) ? EXPECTED * words[i]! : meaning) +
        weights.talk * talks.score[talkOf[i]!]! +
        (weights.length * Math.min(length[i]!, LONG_CHARS)) / LONG_CHARS;
  }
  return scores;
}

/** What the words of a message let expect of its cosine. */
const EXPECTED = 0.4;
