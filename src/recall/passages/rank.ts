import type { PassagePlace } from '../../store/passages/passages.ts';

/** A passage that may answer, and what speaks for it. */
export interface PassageCandidate extends PassagePlace {
  /** What BM25 makes of the question's words in it, over the best candidate's; 0 to 1. */
  words: number;
  /** The cosine between its vector and the question's; 0 where it has none. */
  cosine: number;
}

/** A message that may answer, by its best passage. */
export interface RankedMessage {
  best: PassageCandidate;
  score: number;
}

/**
 * How much each thing counts that speaks for a message, beside its own words. Chosen by leaving out one of five long
 * conversations and of three projects' sessions; see `bench ask` and `bench locomo`.
 */
export const PASSAGE_WEIGHTS = {
  cosine: 1.5,
  wordsBefore: 0.3,
  wordsAfter: 0.2,
  /** All that the session shares with the question in words. */
  sessionWords: 0.2,
  /** The three best of the session, by words and by meaning. */
  bestWords: 0.2,
  bestCosines: 0.6,
  length: 0.1,
  /** What the reranker thinks of it. */
  rerank: 3,
};

export type PassageWeights = typeof PASSAGE_WEIGHTS;

/** A message longer than this has no advantage over one of this length. */
const LONG_CHARS = 400;

/** Messages by how much speaks for them: their words and meaning, the messages beside them, and their session. */
export function rankMessages(
  candidates: readonly PassageCandidate[],
  weights: PassageWeights = PASSAGE_WEIGHTS,
): RankedMessage[] {
  const ownScore = ({ words, cosine }: PassageCandidate) => words + weights.cosine * cosine;
  const messages = [...Map.groupBy(candidates, ({ event }) => event).values()].map((passages) => ({
    best: passages.reduce((best, each) => (ownScore(each) > ownScore(best) ? each : best)),
    words: Math.max(...passages.map(({ words }) => words)),
    cosine: Math.max(...passages.map(({ cosine }) => cosine)),
  }));
  const conversations = Map.groupBy(messages, ({ best }) => conversationOf(best));
  const byPlace = new Map(
    [...conversations].map(([conversation, its]) => [
      conversation,
      new Map(its.map((message) => [message.best.ordinal, message])),
    ]),
  );
  const wordsBeside = ({ best }: Message, offset: number) =>
    byPlace.get(conversationOf(best))!.get(best.ordinal + offset)?.words ?? 0;
  const sessions = new Map(
    [...Map.groupBy(messages, ({ best }) => best.session)].map(([session, its]) => [session, sessionOf(its)]),
  );
  const mostWords = Math.max(...[...sessions.values()].map(({ words }) => words)) || 1;
  return messages
    .map((message) => {
      const session = sessions.get(message.best.session)!;
      const score =
        message.words +
        weights.cosine * message.cosine +
        weights.wordsBefore * wordsBeside(message, -1) +
        weights.wordsAfter * wordsBeside(message, 1) +
        (weights.sessionWords * session.words) / mostWords +
        weights.bestWords * session.bestWords +
        weights.bestCosines * session.bestCosines +
        (weights.length * Math.min(message.best.length, LONG_CHARS)) / LONG_CHARS;
      return { best: message.best, score };
    })
    .sort((a, b) => b.score - a.score || b.best.at - a.best.at || a.best.row - b.best.row);
}

interface Message {
  best: PassageCandidate;
  words: number;
  cosine: number;
}

/** A subagent's messages are a conversation of their own within a session. */
const conversationOf = ({ session, agent }: PassageCandidate): number | string =>
  agent === null ? session : `${session} ${agent}`;

const sessionOf = (messages: readonly Message[]) => ({
  words: Math.hypot(...messages.map(({ words }) => words)),
  bestWords: meanOfBest(messages.map(({ words }) => words)),
  bestCosines: meanOfBest(messages.map(({ cosine }) => cosine)),
});

/** Of how many of a session's best the mean is taken. */
const BEST = 3;

const meanOfBest = (values: readonly number[]): number =>
  values
    .toSorted((a, b) => b - a)
    .slice(0, BEST)
    .reduce((sum, value) => sum + value, 0) / Math.min(BEST, values.length);
