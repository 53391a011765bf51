import { passagesAt } from '../../store/passages/passages.ts';
import { highest } from '../../store/vectors/highest.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { PassageHit } from '../passages/find-passages.ts';
import type { TimeRange } from '../time-range.ts';
import { type StoreScores, scoreTalks } from './score.ts';

/** A talk that may hold the answer: a conversation of a session, or a part of a long one. */
export interface TalkHit {
  indexedStore: IndexedStore;
  sessionRow: number;
  agent: string | null;
  /** The places of its first and last message in their conversation. */
  from: number;
  to: number;
  /** What speaks for it, standardised over all talks: comparable within one question. */
  score: number;
  /** How many talks it was standardised over. */
  among: number;
  /** The cosine of its best message with the one before it; nought where it has no vectors. */
  cosine: number;
  /** The mean cosine of its messages. */
  mean: number;
  /** What BM25 makes of the question's words in it, over the best talk's; 0 to 1. */
  words: number;
  /** When the last of it was said. */
  at: number;
  /** Its best passages for the question, best first. */
  best: PassageHit[];
}

export interface FindTalksRequest {
  question: string;
  limit: number;
  /** Its meaning, where that is known already. */
  vector?: Float32Array | undefined;
  /** Only what was said in this time. */
  time?: Pick<TimeRange, 'from' | 'to'> | undefined;
}

/** How many passages of a talk are named. */
const BEST = 5;

/** Talks that may hold the answer to a question, best first. */
export async function findTalks(
  engine: Engine,
  { question, limit, time, vector: known }: FindTalksRequest,
): Promise<TalkHit[]> {
  if (question.trim() === '') return [];
  const vector = known ?? (await engine.meaning.ofQuestion(question));
  const stores = scoreTalks(engine.indexedStores, { question, vector, time });
  const scores = talkScores(stores);
  const among = stores.reduce((sum, { layout }) => sum + layout.talks.length, 0);
  const mostWords = Math.max(...stores.map(({ talks }) => max(talks.words))) || 1;
  return stores
    .flatMap((store, i) =>
      highest(scores[i]!, limit).map((talk) => ({ store, talk, score: scores[i]![talk]! })),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ store, talk, score }) => {
      const { session, agent, from, to, at } = store.layout.talks[talk]!;
      const { cosine, mean, words } = store.talks;
      return {
        indexedStore: store.indexedStore,
        sessionRow: session,
        ...{ agent, from, to, at, score, among },
        cosine: cosine[talk] || 0,
        mean: mean[talk] || 0,
        words: words[talk]! / mostWords,
        best: bestOf(store, talk),
      };
    });
}

/** The sum of what speaks for each talk of each store, standardised over all; a layer counts where it covers a talk. */
function talkScores(stores: readonly StoreScores[]): Float32Array[] {
  const layers = [
    standardised(stores.map(({ talks }) => talks.cosine)),
    standardised(stores.map(({ talks }) => talks.mean)),
    standardised(stores.map(({ talks }) => talks.words)),
  ];
  return stores.map(({ talks }, i) =>
    talks.words.map((_, talk) => layers.reduce((sum, layer) => sum + (layer[i]![talk] || 0), 0)),
  );
}

/** Each less the mean of all, over their standard deviation. */
function standardised(parts: readonly Float32Array[]): Float32Array[] {
  let [n, sum, squares] = [0, 0, 0];
  for (const part of parts)
    for (const value of part)
      if (!Number.isNaN(value)) {
        n++;
        sum += value;
        squares += value * value;
      }
  const mean = sum / n;
  const deviation = Math.sqrt(Math.max(0, squares / n - mean * mean)) + 1e-9;
  return parts.map((part) => part.map((value) => (value - mean) / deviation));
}

/** The best passages of a talk, one a message. */
function bestOf({ indexedStore, layout, messages }: StoreScores, talk: number): PassageHit[] {
  const first = layout.talkOf.indexOf(talk);
  const last = layout.talkOf.lastIndexOf(talk);
  const mostWords = max(messages.words) || 1;
  const ranked = [];
  for (let message = first; message <= last; message++)
    if (messages.best[message] !== -1) {
      const [words, cosine] = [messages.words[message]! / mostWords, messages.cosine[message] || 0];
      ranked.push({ row: messages.best[message]!, words, cosine, score: words + COSINE * cosine });
    }
  const best = ranked.sort((a, b) => b.score - a.score).slice(0, BEST);
  const passages = passagesAt(
    indexedStore.store,
    best.map(({ row }) => row),
  );
  return best.flatMap(({ row, ...hit }) => {
    const passage = passages.get(row);
    return passage ? [{ indexedStore, passage, ...hit }] : [];
  });
}

const COSINE = 1.5;

function max(values: Float32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
