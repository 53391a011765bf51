import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FusedHit } from '../base/fuse.ts';
import { type EpisodeNeighbors, liftSiblings } from './siblings.ts';

const fused = (scores: Record<string, number>): FusedHit<string>[] =>
  Object.entries(scores).map(([what, score]) => ({ what, score, why: () => [], more: 0 }));

/** An episode in which the letters were learnt one after the other. */
const inOrder =
  (letters: string) =>
  (what: string): EpisodeNeighbors<string> | undefined =>
    letters.includes(what)
      ? { before: letters[letters.indexOf(what) - 1], after: letters[letters.indexOf(what) + 1] }
      : undefined;

test('what follows a good answer is lifted, and says so', () => {
  const lifted = liftSiblings(fused({ a: 0.9, x: 0.5, b: 0.2 }), inOrder('ab'));
  expect(lifted.map(({ what }) => what)).toEqual(['a', 'b', 'x']);
  expect(lifted[1]!.why()).toMatchObject([{ text: 'follows a better result (+0.35)' }]);
});

test('what led to a good answer is lifted less', () => {
  const [, after, before] = liftSiblings(fused({ b: 0.9, a: 0.2, c: 0.2 }), inOrder('abc'));
  expect([after!.what, before!.what]).toEqual(['c', 'a']);
});

test('a good answer gains nothing by poor neighbours, and what stands alone loses nothing', () => {
  expect(liftSiblings(fused({ x: 0.7, b: 0.6, a: 0.1 }), inOrder('ab'))).toMatchObject([
    { what: 'x', score: 0.7 },
    { what: 'b', score: 0.6 },
    { what: 'a', score: 0.25 },
  ]);
});

test('none is lowered, whatever the scores', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      (scores) => {
        const letters = 'abcdefgh'.slice(0, scores.length);
        const given = Object.fromEntries(scores.map((score, i) => [letters[i]!, score]));
        for (const { what, score } of liftSiblings(fused(given), inOrder(letters)))
          expect(score).toBeGreaterThanOrEqual(given[what]!);
      },
    ),
  );
});
