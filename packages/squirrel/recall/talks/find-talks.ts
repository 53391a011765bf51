import { highest } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import type { Passage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type PassageHit, rankMessages, readHits } from '../passages/find-passages.ts';
import { highestOf, type ScoredPast, type StoreScores, scorePast, type TalkTime } from './score.ts';

/** A talk that may hold the answer: a conversation of a session, or a part of a long one. */
export type TalkHit = Awaited<ReturnType<typeof findTalks>>[number];

export interface FindTalksRequest {
  question: string;
  limit: number;
  /** Its meaning, where that is known already. */
  vector?: Float32Array | undefined;
  /** The past as the question scores it, where that is known already. */
  scored?: ScoredPast | undefined;
  time?: TalkTime | undefined;
}

/** Among fewer talks than these none can be far from the mean: what is standardised tells little. */
export const FEW_TALKS = 40;

const BEST = 5;

export const isOfTalk = (
  { sessionRow, agent, from, to }: TalkHit,
  passage: Pick<Passage, 'sessionRow' | 'agent' | 'ordinal'>,
): boolean =>
  passage.sessionRow === sessionRow &&
  passage.agent === agent &&
  passage.ordinal >= from &&
  passage.ordinal <= to;

export async function findTalks(engine: Engine, { limit, scored, ...asked }: FindTalksRequest) {
  const { question, stores } = scored ?? (await scorePast(engine, asked));
  if (question.trim() === '') return [];
  const ranks = new Map(stores.map((store) => [store, rankMessages(store)]));
  const mostWords = Math.max(...stores.map(({ talks }) => highestOf(talks.words))) || 1;
  const among = stores.reduce(
    (sum, { talks }) => sum + talks.score.filter((score) => score > Number.NEGATIVE_INFINITY).length,
    0,
  );
  return stores
    .flatMap((store) => {
      const { score } = store.talks;
      return highest(score, limit, (talk) => score[talk]! > Number.NEGATIVE_INFINITY).map((talk) => ({
        ...{ store, talk, score: score[talk]! },
      }));
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ store, talk, score }) => {
      const { session, agent, from, to, at } = store.layout.talks[talk]!;
      const { cosine, mean, words } = store.talks;
      return {
        indexedStore: store.indexedStore,
        sessionRow: session,
        /** The places of its first and last message in their conversation. */
        ...{ agent, from, to, at },
        /** What speaks for it, standardised over all talks: comparable within one question. */
        ...{ score, among },
        /** The cosine of its best message, understood with the one before it; nought where it has no vectors. */
        cosine: cosine[talk] || 0,
        /** The cosine of all of it together, taken from the middle of all that was said; nought where it has no vectors. */
        mean: mean[talk] || 0,
        /** What BM25 makes of the question's words in it, over the best talk's; 0 to 1. */
        words: words[talk]! / mostWords,
        best: bestOf(store, talk, ranks.get(store)!),
      };
    });
}

function bestOf(store: StoreScores, talk: number, scores: Float32Array): PassageHit[] {
  const { firstOf } = store.layout;
  const ranked = [];
  for (let message = firstOf[talk]!; message < firstOf[talk + 1]!; message++)
    if (scores[message]! > Number.NEGATIVE_INFINITY) ranked.push({ message, score: scores[message]! });
  const best = ranked.sort((a, b) => b.score - a.score).slice(0, BEST);
  return readHits(best.map((each) => ({ store, ...each })));
}
