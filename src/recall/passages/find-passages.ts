import { isAnnouncedStep } from '../../base/text/announced-step.ts';
import { EmbedderDown } from '../../embed/embedder.ts';
import { passagesByWords } from '../../store/passages/passage-words.ts';
import { messagesAround, type Passage, passagesAt, placesOf } from '../../store/passages/passages.ts';
import { mayPassagesLeave } from '../../workspace/embed-passages.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { TimeRange } from '../time-range.ts';
import {
  PASSAGE_WEIGHTS,
  type PassageCandidate,
  type PassageWeights,
  type RankedMessage,
  rankMessages,
} from './rank.ts';

/** A passage that answers a question. */
export interface PassageHit {
  indexedStore: IndexedStore;
  passage: Passage;
  score: number;
  /** The cosine between its vector and the question's; 0 where it has none. */
  cosine: number;
  /** The share of the question's words, as BM25 weighs them, over the best passage's; 0 to 1. */
  words: number;
  /** How well the reranker thinks it answers, 0 to 1; undefined where it was not read. */
  relevance?: number | undefined;
}

export interface FindPassagesRequest {
  question: string;
  limit: number;
  /** Lets the reranker read the best; true where it is not said. */
  rerank?: boolean;
  /** Only what was said in this time. */
  time?: TimeRange | undefined;
  /** Leaves out what an agent only said to announce its next step. */
  answersOnly?: boolean;
  /** What counts how much; a benchmark tries others than usual. */
  weights?: PassageWeights;
  /** Only what this lets through; the reranker reads nothing else. */
  may?: ((hit: PassageHit) => boolean) | undefined;
  /** How many of the best the reranker reads, where these are too many. */
  mostRead?: number | undefined;
}

/** How many candidates words and meaning bring each. */
const POOL = 300;
/** How many of the best the reranker reads: few enough to need no time limit. */
const RERANKED = 16;

/** Messages that answer a question, best first, each by its best passage. */
export async function findPassages(
  engine: Engine,
  {
    question,
    limit,
    rerank = true,
    time,
    answersOnly = false,
    weights = PASSAGE_WEIGHTS,
    may = () => true,
    mostRead = RERANKED,
  }: FindPassagesRequest,
): Promise<PassageHit[]> {
  const vector = question.trim() === '' ? undefined : await engine.meaning.ofQuestion(question);
  const found = engine.indexedStores.map((indexedStore) => ({
    indexedStore,
    ...candidatesIn(indexedStore, { question, vector, time }),
  }));
  const mostWords = Math.max(...found.map(({ best }) => best)) || 1;
  const ranked = found
    .flatMap(({ indexedStore, candidates }) =>
      rankMessages(
        candidates.map((each) => ({ ...each, words: each.words / mostWords })),
        weights,
      ).map((message) => ({ ...message, indexedStore })),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(limit, RERANKED));
  const hits = read(ranked)
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

interface PassageQuery {
  question: string;
  vector: Float32Array | undefined;
  time: TimeRange | undefined;
}

/** What words and meaning bring of one store; `best` is the most that BM25 makes of any. */
function candidatesIn(
  { store, passages }: IndexedStore,
  { question, vector, time }: PassageQuery,
): { candidates: PassageCandidate[]; best: number } {
  const byWords = new Map(passagesByWords(store, question, POOL).map(({ row, score }) => [row, score]));
  const scan = vector && passages.glance(vector);
  const rows = new Set([...byWords.keys(), ...(scan?.nearest(POOL) ?? []).map(({ row }) => row)]);
  const candidates = placesOf(store, [...rows])
    .filter(({ at }) => time === undefined || (at >= time.from && at < time.to))
    .map((place) => ({
      ...place,
      words: byWords.get(place.row) ?? 0,
      cosine: scan?.of(place.row) ?? 0,
    }));
  return { candidates, best: Math.max(0, ...byWords.values()) };
}

/** The passages themselves, each store asked once. */
function read(ranked: readonly (RankedMessage & { indexedStore: IndexedStore })[]): PassageHit[] {
  const passages = new Map(
    [...Map.groupBy(ranked, ({ indexedStore }) => indexedStore)].map(([indexedStore, some]) => [
      indexedStore,
      passagesAt(
        indexedStore.store,
        some.map(({ best }) => best.row),
      ),
    ]),
  );
  return ranked.flatMap(({ indexedStore, best, score }) => {
    const passage = passages.get(indexedStore)!.get(best.row);
    return passage ? [{ indexedStore, passage, score, cosine: best.cosine, words: best.words }] : [];
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
