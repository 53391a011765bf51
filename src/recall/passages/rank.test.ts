import { expect, test } from 'vitest';
import { type PassageCandidate, rankMessages } from './rank.ts';

/** A candidate of which only some things are of interest. */
const candidate = (row: number, some: Partial<PassageCandidate> = {}): PassageCandidate => ({
  ...{ row, event: row, session: 1, agent: null, ordinal: row * 10, at: 0, length: 100, words: 0, cosine: 0 },
  ...some,
});

const ranked = (candidates: readonly PassageCandidate[]) =>
  rankMessages(candidates).map(({ best }) => best.row);

test('what shares words and meaning with the question comes before what shares one of them', () => {
  expect(
    ranked([
      candidate(1, { words: 0.5 }),
      candidate(2, { words: 0.5, cosine: 0.5 }),
      candidate(3, { cosine: 0.2 }),
    ]),
  ).toEqual([2, 1, 3]);
});

test('a message is there once, by its best passage', () => {
  expect(
    ranked([
      candidate(1, { event: 7, words: 0.2 }),
      candidate(2, { event: 7, words: 0.9 }),
      candidate(3, { event: 8, words: 0.1 }),
    ]),
  ).toEqual([2, 3]);
});

test('the messages right beside it speak for a message, if they are of the same conversation', () => {
  const beside = (agent: string | null) =>
    rankMessages([
      candidate(1, { ordinal: 5, words: 0.4 }),
      candidate(2, { ordinal: 4, words: 0.6, agent }),
    ]).find(({ best }) => best.row === 1)!.score;
  expect(beside(null)).toBeGreaterThan(beside('helper'));
});

test('of two alike messages the one in the session that is about the question comes first, then the newer', () => {
  expect(
    ranked([
      candidate(1, { session: 1, words: 0.5 }),
      candidate(2, { session: 2, words: 0.5 }),
      candidate(3, { session: 2, words: 0.4 }),
    ])[0],
  ).toBe(2);
  expect(ranked([candidate(1, { at: 5 }), candidate(2, { at: 9 })])).toEqual([2, 1]);
});

test('nothing comes of nothing', () => {
  expect(rankMessages([])).toEqual([]);
});
