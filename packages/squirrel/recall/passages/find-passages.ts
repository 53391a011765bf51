import { highest } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { isAnnouncedStep } from '@sqrl/base/text/announced-step.ts';
import { EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { messagesAround, type Passage, passagesAt } from '../../store/passages/passages.ts';
import { mayPassagesLeave } from '../../workspace/embed-passages.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type ScoredPast, type StoreScores, scorePast, withBefore } from '../talks/score.ts';
import type { TimeRange } from '../time-range.ts';

export interface PassageHit {
  indexedStore: IndexedStore;
  passage: Passage;
  score: number;
  /** The cosine between its vector and the question's; 0 where it has none. */
  cosine: number;
  /** The share of the question's words, as BM25 weighs them, over the best message's; 0 to 1. */
  words: number;
  /** How well the reranker thinks it answers, 0 to 1; undefined where it was not read. */
  relevance?: number | undefined;
}

export interface FindPassagesRequest {
  question: string;
  limit: number;
  /** Lets the reranker read the best; true where it is not said. */
  rerank?: boolean;
  time?: TimeRange | undefined;
  /** Leaves out what an agent only said to announce its next step. */
  answersOnly?: boolean;
  /** What counts how much; a benchmark tries others than usual. */
  weights?: PassageWeights;
  /** Only what this lets through; the reranker reads nothing else. */
  may?: ((hit: PassageHit) => boolean) | undefined;
  /** How many of the best the reranker reads, where these are too many. */
  mostRead?: number | undefined;
  /** The past as the question scores it, where that is known already. */
  scored?: ScoredPast | undefined;
}

/** How many of the best the reranker reads: few enough to need no time limit. */
const RERANKED = 16;

/** Messages that answer a question, best first, each by its best passage. */
export async function findPassages(
  engine: Engine,
  {
    question: asked,
    limit,
    rerank = true,
    time,
    answersOnly = false,
    weights = PASSAGE_WEIGHTS,
    may = () => true,
    mostRead = RERANKED,
    scored,
  }: FindPassagesRequest,
): Promise<PassageHit[]> {
  const { question, vector, stores } = scored ?? (await scorePast(engine, { question: asked, time }));
  const ranked = stores
    .flatMap((store) => {
      const scores = rankMessages(store, weights);
      return highest(scores, Math.max(limit, RERANKED), (i) => scores[i]! > Number.NEGATIVE_INFINITY).map(
        (message) => ({ store, message, score: scores[message]! }),
      );
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(limit, RERANKED));
  const hits = readHits(ranked)
    .filter((hit) => !answersOnly || !isAnnouncement(hit))
    .filter(may);
  const reranked =
    rerank && vector
      ? await rerankBest(engine, hits, { question, weight: weights.rerank, most: mostRead })
      : hits;
  return reranked.slice(0, limit);
}

const isAnnouncement = ({ passage: { speaker, text } }: PassageHit): boolean =>
  speaker === 'agent' && isAnnouncedStep(text);

export function readHits(
  ranked: readonly { store: StoreScores; message: number; score: number }[],
): PassageHit[] {
  const passages = new Map(
    [...Map.groupBy(ranked, ({ store }) => store)].map(([store, some]) => [
      store,
      passagesAt(
        store.indexedStore.store,
        some.map(({ message }) => store.messages.best[message]!),
      ),
    ]),
  );
  return ranked.flatMap(({ store, message, score }) => {
    const { best, cosine, words } = store.messages;
    const passage = passages.get(store)!.get(best[message]!);
    if (!passage) return [];
    const hit = { indexedStore: store.indexedStore, passage, score };
    return [{ ...hit, cosine: cosine[message] || 0, words: words[message]! }];
  });
}

/** Puts the best in the order the reranker sees; all stay as they are where it is down. */
async function rerankBest(
  { reranker, settings }: Engine,
  hits: readonly PassageHit[],
  { question, weight, most }: { question: string; weight: number; most: number },
): Promise<PassageHit[]> {
  const [best, others] = [hits.slice(0, most), hits.slice(most)];
  // A service gets conversations only where a person said that they may leave this machine.
  const mayRead = settings.reranker.provider === 'local' || mayPassagesLeave(settings);
  if (!reranker || !mayRead || best.length === 0) return [...hits];
  try {
    const scores = await reranker.rerank(
      question,
      best.map(({ passage }) => passage.text),
      best.map((hit) => ({ cosine: hit.cosine || undefined, before: textBefore(hit) })),
    );
    const reranked = best
      .map((hit, i) => ({
        ...hit,
        score: hit.score + weight * (scores[i] ?? 0),
        relevance: scores[i],
      }))
      .sort((a, b) => b.score - a.score);
    return [...reranked, ...others];
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    return [...hits];
  }
}

/** So much of the message before helps to understand one. */
const BEFORE_CHARS = 240;

const textBefore = ({ indexedStore, passage }: PassageHit): string | undefined =>
  messagesAround(indexedStore.store, passage.eventRow, { before: 1, after: 0 }).before[0]?.text.slice(
    0,
    BEFORE_CHARS,
  );

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
