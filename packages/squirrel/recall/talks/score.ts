import { dot } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { questionWords } from '../../store/memory/words.ts';
import type { VectorSum } from '../../store/passages/passage-vectors.ts';
import { passageScores, passagesHolding } from '../../store/passages/passages.ts';
import { type TalkLayout, talksIn } from '../../store/passages/talks.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { TimeRange } from '../time-range.ts';

interface TalkQuery {
  question: string;
  vector: Float32Array | undefined;
  time: TalkTime | undefined;
}

/** A time that is looked into, as a question names it or not. */
export type TalkTime = Pick<TimeRange, 'from' | 'to'> & Partial<TimeRange>;

/** What a question asks for, without the time it names: that is looked up, not looked for. */
const subjectOf = (question: string, time: TalkTime | undefined): string =>
  time?.rest && questionWords(time.rest).length > 0 ? time.rest : question;

/** A question with what speaks for everything that was said: scored once, whatever is shown of it. */
export interface ScoredPast {
  /** What is looked for, without the time it names. */
  question: string;
  vector: Float32Array | undefined;
  stores: readonly StoreScores[];
}

/** Scores the past for a question; its vector may be known already. */
export async function scorePast(
  { indexedStores, meaning }: Engine,
  {
    question: asked,
    time,
    vector: known,
  }: { question: string; time?: TalkTime | undefined; vector?: Float32Array | undefined },
): Promise<ScoredPast> {
  const question = subjectOf(asked, time);
  const vector = known ?? (question.trim() === '' ? undefined : await meaning.ofQuestion(question));
  return { question, vector, stores: scoreTalks(indexedStores, { question, vector, time }) };
}

export interface StoreScores {
  indexedStore: IndexedStore;
  layout: TalkLayout;
  messages: MessageScores;
  talks: TalkScores;
}

type MessageScores = ReturnType<typeof noMessageScores>;

const noMessageScores = (n: number) => ({
  /** The row of its best passage; -1 where it was said at another time than is asked for. */
  best: new Int32Array(n).fill(-1),
  /** What BM25 makes of the question's words in it, over the best message's of all stores; 0 to 1. */
  words: new Float32Array(n),
  /** The cosine of its best passage with the question, and the same from the middle of all that was said; not a number where it has no vector. */
  cosine: new Float32Array(n).fill(Number.NaN),
  centred: new Float32Array(n).fill(Number.NaN),
});

type TalkScores = ReturnType<typeof noTalkScores>;

/** By talk; not a number where none of its messages has a vector, or nothing of it was said in the time asked for. */
const noTalkScores = (n: number) => ({
  /** The best of its messages, each understood with the one before it: as they are, and from the middle of all. */
  cosine: new Float32Array(n).fill(Number.NaN),
  centred: new Float32Array(n).fill(Number.NaN),
  /** How near all of it is, from the middle of all. */
  mean: new Float32Array(n).fill(Number.NaN),
  words: new Float32Array(n).fill(Number.NaN),
  /** The sum of all these, standardised over all talks of all stores. */
  score: new Float32Array(n),
});

/** How much speaks for each message and each talk; how rare a word is, all stores tell together. */
export function scoreTalks(stores: readonly IndexedStore[], query: TalkQuery): StoreScores[] {
  const words = questionWords(query.question);
  const centre =
    query.vector &&
    centreOf(
      query.vector,
      stores.map(({ passages }) => passages.sum()),
    );
  const scored = stores.map((indexedStore) => {
    const layout = talksIn(indexedStore.store);
    const messages = scoreMessages(indexedStore, layout, { words, centre, ...query });
    return { indexedStore, layout, messages, talks: noTalkScores(layout.talks.length) };
  });
  shareWords(scored.map(({ messages }) => messages.words));
  for (const store of scored) scoreByMeaning(store, centre);
  scoreByWords(scored, words);
  standardise(scored.map(({ talks }) => talks));
  return scored;
}

function scoreMessages(
  { store, passages }: IndexedStore,
  { messageOf, talkOf, at }: TalkLayout,
  { words, vector, centre, time }: TalkQuery & { words: readonly string[]; centre: Centre | undefined },
): MessageScores {
  const last = messageOf.length - 1;
  const byWords = passageScores(store, words);
  const byMeaning = vector && passages.cosinesByRow(vector, last);
  const fromMiddle = centre && byMeaning && passages.cosinesByRow(centre.middle, last);
  const n = talkOf.length;
  const scores = noMessageScores(n);
  const most = new Float32Array(n).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row <= last; row++) {
    const message = messageOf[row]!;
    if (message === -1 || (time && (at[message]! < time.from || at[message]! >= time.to))) continue;
    const word = byWords[row] ?? 0;
    if (word > scores.words[message]!) scores.words[message] = word;
    const cosine = byMeaning?.[row] ?? Number.NaN;
    let centred = 0;
    if (!Number.isNaN(cosine)) {
      centred = centre!.cosine(cosine, fromMiddle![row]!);
      if (!(cosine <= scores.cosine[message]!)) scores.cosine[message] = cosine;
      if (!(centred <= scores.centred[message]!)) scores.centred[message] = centred;
    }
    const own = OWN_WORDS * word + centred;
    if (own > most[message]!) {
      most[message] = own;
      scores.best[message] = row;
    }
  }
  return scores;
}

/** To choose among the passages of one message: what BM25 makes of a rare word is about ten. */
const OWN_WORDS = 0.05;

/** What words make of messages, over the best of all. */
function shareWords(all: readonly Float32Array[]): void {
  const most = Math.max(...all.map(highestOf)) || 1;
  for (const words of all) for (let i = 0; i < words.length; i++) words[i]! /= most;
}

export function highestOf(values: Float32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** How much the message before counts where two are taken together. */
const BEFORE = 0.25;

/** A score of a message, understood with the one before it. */
export const withBefore = (values: Float32Array, follows: Uint8Array, message: number): number => {
  const before = follows[message] ? values[message - 1]! : Number.NaN;
  return Number.isNaN(before) ? values[message]! : (1 - BEFORE) * values[message]! + BEFORE * before;
};

function scoreByMeaning(
  { indexedStore, layout, messages, talks }: StoreScores,
  centre: Centre | undefined,
): void {
  if (!centre) return;
  for (const [talk, its] of layout.talks.entries()) {
    const end = layout.firstOf[talk + 1]!;
    for (let message = layout.firstOf[talk]!; message < end; message++) {
      if (Number.isNaN(messages.cosine[message]!)) continue;
      const cosine = withBefore(messages.cosine, layout.follows, message);
      const centred = withBefore(messages.centred, layout.follows, message);
      if (!(cosine <= talks.cosine[talk]!)) talks.cosine[talk] = cosine;
      if (!(centred <= talks.centred[talk]!)) talks.centred[talk] = centred;
    }
    if (!Number.isNaN(talks.cosine[talk]!))
      talks.mean[talk] = centre.cosineOf(indexedStore.passages.sumOf(its.rows));
  }
}

/** BM25's two constants: how long it counts that a word comes again, and how much that a talk is long. */
const [OFTEN, LENGTH] = [2, 0.9];

/** BM25 over whole talks: how often a word occurs in one is how many of its passages hold it. */
function scoreByWords(stores: readonly StoreScores[], words: readonly string[]): void {
  const all = stores.flatMap(({ layout }) => layout.talks);
  const usual = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  const counts = stores.map(({ layout }) => new Uint16Array(layout.talks.length));
  for (const { layout, messages, talks } of stores)
    for (const [message, talk] of layout.talkOf.entries())
      if (messages.best[message] !== -1) talks.words[talk] = 0;
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
    const rarity = Math.log(1 + (all.length - n + 0.5) / (n + 0.5));
    for (const [i, { layout, talks }] of stores.entries())
      for (const talk of holding[i]!) {
        const often = counts[i]![talk]!;
        const long = 1 - LENGTH + (LENGTH * layout.talks[talk]!.length) / usual;
        talks.words[talk]! += (rarity * often * (1 + OFTEN)) / (often + OFTEN * long);
        counts[i]![talk] = 0;
      }
  }
}

/** Adds up what speaks for each talk, each less the mean of all talks and over their standard deviation. */
function standardise(stores: readonly TalkScores[]): void {
  const byWords = standardOf(stores.map(({ words }) => words));
  const byBest = standardOf(stores.map(({ centred }) => centred));
  const byMean = standardOf(stores.map(({ mean }) => mean));
  for (const { words, centred, mean, score } of stores)
    for (let talk = 0; talk < score.length; talk++) {
      const own = byWords(words[talk]!);
      // Where a talk has no vectors, what its words let expect of them stands in.
      const meaning = Number.isNaN(mean[talk]!)
        ? EXPECTED * own
        : byBest(centred[talk]!) + byMean(mean[talk]!);
      score[talk] = Number.isNaN(own) ? Number.NEGATIVE_INFINITY : own + meaning;
    }
}

/** What the words of a talk let expect of the two layers of its meaning, all standardised. */
const EXPECTED = 1.2;

function standardOf(parts: readonly Float32Array[]): (value: number) => number {
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
  return (value) => (value - mean) / deviation;
}

/** Fewer passages than these have no middle worth the name; it counts in part. */
const FEW = 100;

function centreOf(question: Float32Array, all: readonly VectorSum[]) {
  const middle = new Float32Array(question.length);
  const sums = all.filter(({ sum }) => sum.length === middle.length);
  const count = sums.reduce((n, each) => n + each.count, 0);
  for (const { sum } of sums) for (let i = 0; i < middle.length; i++) middle[i]! += sum[i]! / (count + FEW);
  const square = dot(middle, middle);
  const questionWithMiddle = dot(question, middle);
  const questionLength = Math.sqrt(lengthSquare(1, questionWithMiddle, square));
  return {
    middle,
    /** The cosine from the middle, of a passage's cosine with the question and with the middle. */
    cosine: (withQuestion: number, withMiddle: number) =>
      (withQuestion - withMiddle - questionWithMiddle + square) /
      (questionLength * Math.sqrt(lengthSquare(1, withMiddle, square))),
    /** The cosine from the middle of some passages together. */
    cosineOf({ sum, count: n }: VectorSum): number {
      let [own, withQuestion, withMiddle] = [0, 0, 0];
      for (let i = 0; i < sum.length; i++) {
        const value = sum[i]! / n;
        own += value * value;
        withQuestion += value * question[i]!;
        withMiddle += value * middle[i]!;
      }
      return (
        (withQuestion - withMiddle - questionWithMiddle + square) /
        (questionLength * Math.sqrt(lengthSquare(own, withMiddle, square)))
      );
    },
  };
}

type Centre = ReturnType<typeof centreOf>;

/** The square of how far a vector is from the middle, by its own square and its product with the middle. */
const lengthSquare = (own: number, withMiddle: number, square: number): number =>
  Math.max(1e-6, own - 2 * withMiddle + square);
