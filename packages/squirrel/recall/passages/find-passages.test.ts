import { expect, test } from 'vitest';
import type { StoreScores } from '../talks/score.ts';
import { rankMessages } from './find-passages.ts';

interface MadeMessage {
  words?: number;
  centred?: number;
  talk?: number;
  follows?: boolean;
  chars?: number;
  best?: number;
}

/** What speaks for messages of which only some things are of interest; each begins a conversation. */
const scores = (messages: readonly MadeMessage[]): StoreScores =>
  ({
    layout: {
      follows: Uint8Array.from(messages, ({ follows }) => (follows ? 1 : 0)),
      talkOf: Int32Array.from(messages, (_, i) => i),
      length: Float64Array.from(messages, ({ chars }) => chars ?? 100),
    },
    messages: {
      best: Int32Array.from(messages, ({ best }, i) => best ?? i + 1),
      words: Float32Array.from(messages, ({ words }) => words ?? 0),
      centred: Float32Array.from(messages, ({ centred }) => centred ?? Number.NaN),
    },
    talks: { score: Float32Array.from(messages, ({ talk }) => talk ?? 0) },
  }) as unknown as StoreScores;

const ranked = (messages: readonly MadeMessage[]) => {
  const found = [...rankMessages(scores(messages)).entries()].filter(([, score]) => score > -Infinity);
  return found.sort(([, a], [, b]) => b - a).map(([i]) => i);
};

test('what shares words and meaning with the question comes before what shares one of them', () => {
  expect(ranked([{ words: 0.5 }, { words: 0.5, centred: 0.5 }, { centred: 0.2 }])).toEqual([1, 0, 2]);
});

test('what shares no word and has no vector is not found, nor what was said at another time', () => {
  expect(ranked([{}, { words: 0.1 }, { words: 0.9, best: -1 }, { centred: -0.1 }])).toEqual([1, 3]);
});

test('the messages right beside it speak for a message, if they are of the same conversation', () => {
  const last = (follows: boolean) => rankMessages(scores([{ words: 0.6 }, { words: 0.4, follows }]))[1]!;
  expect(last(true)).toBeGreaterThan(last(false));
  const first = (follows: boolean) => rankMessages(scores([{ words: 0.4 }, { words: 0.6, follows }]))[0]!;
  expect(first(true)).toBeGreaterThan(first(false));
});

test('a reply is understood with the message before it', () => {
  const reply = (before: number) =>
    rankMessages(scores([{ centred: before }, { centred: 0.3, follows: true }]))[1]!;
  expect(reply(0.6)).toBeGreaterThan(reply(0.1));
});

test('of two alike messages the one in the talk that is about the question comes first', () => {
  expect(ranked([{ words: 0.5 }, { words: 0.5, talk: 2 }])).toEqual([1, 0]);
});

test('a message without a vector is no worse off than one whose vector says nothing', () => {
  expect(ranked([{ words: 0.5, centred: 0.05 }, { words: 0.5 }])).toEqual([1, 0]);
});
