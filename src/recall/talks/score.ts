import { questionWords } from '../../store/memory/words.ts';
import { passagesHolding, wordScores } from '../../store/passages/passage-words.ts';
import { type TalkLayout, talksIn } from '../../store/passages/talks.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { TimeRange } from '../time-range.ts';

/** A question, as all stores are asked it. */
export interface TalkQuery {
  question: string;
  vector: Float32Array | undefined;
  time: Pick<TimeRange, 'from' | 'to'> | undefined;
}

/** What speaks for the messages and talks of one store. */
export interface StoreScores {
  indexedStore: IndexedStore;
  layout: TalkLayout;
  messages: MessageScores;
  talks: TalkScores;
}

/** By message; nought or not a number where it was said at another time than is asked for. */
export interface MessageScores {
  /** The row of its best passage. */
  best: Int32Array;
  /** What BM25 makes of the question's words in it. */
  words: Float32Array;
  /** The cosine with the question; not a number where it has no vector. */
  cosine: Float32Array;
}

/** By talk. */
export interface TalkScores {
  /** The best message with the one before it; not a number where no message has a vector. */
  cosine: Float32Array;
  mean: Float32Array;
  /** What BM25 makes of the question's words in all of it. */
  words: Float32Array;
}

/** How much speaks for each message and each talk, words weighed by how rare they are in all stores together. */
export function scoreTalks(stores: readonly IndexedStore[], query: TalkQuery): StoreScores[] {
  const words = questionWords(query.question);
  const scored = stores.map((indexedStore) => {
    const layout = talksIn(indexedStore.store);
    const messages = messageScores(indexedStore, layout, { words, ...query });
    return { indexedStore, layout, messages, talks: byMeaning(layout, messages) };
  });
  addWords(scored, words);
  return scored;
}

function messageScores(
  { store, passages }: IndexedStore,
  { messageOf, talkOf, at }: TalkLayout,
  { words, vector, time }: TalkQuery & { words: readonly string[] },
): MessageScores {
  const last = messageOf.length - 1;
  const byWords = wordScores(store, words);
  const byMeaning = vector && passages.cosines(vector, last);
  const scores: MessageScores = {
    best: new Int32Array(talkOf.length).fill(-1),
    words: new Float32Array(talkOf.length),
    cosine: new Float32Array(talkOf.length).fill(Number.NaN),
  };
  const highest = new Float32Array(talkOf.length).fill(-1);
  for (let row = 0; row <= last; row++) {
    const message = messageOf[row]!;
    if (message === -1 || (time && (at[message]! < time.from || at[message]! >= time.to))) continue;
    const [word, cosine] = [byWords[row] ?? 0, byMeaning?.[row] ?? Number.NaN];
    if (word > scores.words[message]!) scores.words[message] = word;
    if (!(cosine <= scores.cosine[message]!) && !Number.isNaN(cosine)) scores.cosine[message] = cosine;
    const own = word * OWN_WORDS + (cosine || 0);
    if (own > highest[message]!) {
      highest[message] = own;
      scores.best[message] = row;
    }
  }
  return scores;
}

/** To choose among the passages of one message: BM25 of a rare word is about ten. */
const OWN_WORDS = 0.03;

function byMeaning({ talks, talkOf, follows }: TalkLayout, { cosine }: MessageScores): TalkScores {
  const scores: TalkScores = {
    cosine: new Float32Array(talks.length).fill(Number.NaN),
    mean: new Float32Array(talks.length),
    words: new Float32Array(talks.length),
  };
  const counts = new Uint32Array(talks.length);
  for (let message = 0; message < talkOf.length; message++) {
    const own = cosine[message]!;
    if (Number.isNaN(own)) continue;
    const talk = talkOf[message]!;
    const before = follows[message] ? cosine[message - 1]! : Number.NaN;
    // A message is understood with the one before it.
    const both = Number.isNaN(before) ? own : 0.75 * own + 0.25 * before;
    if (!(both <= scores.cosine[talk]!)) scores.cosine[talk] = both;
    scores.mean[talk]! += own;
    counts[talk]!++;
  }
  for (let talk = 0; talk < talks.length; talk++)
    scores.mean[talk] = counts[talk] ? scores.mean[talk]! / counts[talk]! : Number.NaN;
  return scores;
}

/** BM25 over whole talks: how often a word occurs in one is how many of its passages hold it. */
function addWords(stores: readonly StoreScores[], words: readonly string[]): void {
  const talks = stores.reduce((sum, { layout }) => sum + layout.talks.length, 0);
  const chars = stores.reduce(
    (sum, { layout }) => sum + layout.talks.reduce((all, { length }) => all + length, 0),
    0,
  );
  const counts = stores.map(({ layout }) => new Uint16Array(layout.talks.length));
  for (const word of words) {
    const holding = stores.map(({ indexedStore, layout: { messageOf, talkOf }, messages }, i) => {
      const found: number[] = [];
      for (const row of passagesHolding(indexedStore.store, word)) {
        const message = messageOf[row] ?? -1;
        // What was said at another time has no best passage.
        if (message === -1 || messages.best[message] === -1) continue;
        if (counts[i]![talkOf[message]!]!++ === 0) found.push(talkOf[message]!);
      }
      return found;
    });
    const n = holding.reduce((sum, each) => sum + each.length, 0);
    const rarity = Math.log(1 + (talks - n + 0.5) / (n + 0.5));
    for (const [i, { layout, talks: scores }] of stores.entries())
      for (const talk of holding[i]!) {
        const often = counts[i]![talk]!;
        const length = (layout.talks[talk]!.length * talks) / chars;
        scores.words[talk]! += (rarity * often * 2.2) / (often + 1.2 * (0.25 + 0.75 * length));
        counts[i]![talk] = 0;
      }
  }
}
