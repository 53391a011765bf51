import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FusionCandidate, type FusionWeights, fuse, weightOfMeaning } from './fuse.ts';

const seen = (
  scores: Record<string, [words: number | undefined, meaning: number | undefined]>,
): FusionCandidate<string>[] =>
  Object.entries(scores).map(([what, [words, meaning]]) => ({ what, words, meaning }));
const order = (candidates: FusionCandidate<string>[], weights: FusionWeights) =>
  fuse(candidates, weights).map(({ what }) => what);

test('words that match fully keep their weight against meaning that is only a little better elsewhere', () => {
  const candidates = seen({ exact: [12, 0.5], near: [undefined, 0.6], far: [1, 0.2] });

  // As shares of the best, 0.5 is close to 0.6. Spread from worst to best it would be three quarters of the way down.
  expect(order(candidates, { meaning: 0.7 })).toEqual(['exact', 'near', 'far']);
});

test('meaning that is sure beats words that are merely there', () => {
  const candidates = seen({ log: [9, 0.1], http: [8.9, 0.2], tls: [4, 0.8] });

  expect(order(candidates, { meaning: 0.7 })[0]).toBe('tls');
});

test('with all the weight on one side the other does not count', () => {
  const candidates = seen({ a: [5, 0.1], b: [1, 0.8], c: [undefined, 0.9] });

  expect(order(candidates, { meaning: 1 })).toEqual(['c', 'b', 'a']);
  expect(order(candidates, { meaning: 0 })[0]).toBe('a');
});

test('a memory without a vector is judged by its words alone and does not drown', () => {
  const candidates = seen({ waiting: [20, undefined], other: [2, 0.4], another: [undefined, 0.5] });

  expect(order(candidates, { meaning: 0.7 })[0]).toBe('waiting');
});

test('where words match poorly meaning counts more than was set, unless it is not to count at all', () => {
  expect(weightOfMeaning(0.7, 1)).toBeCloseTo(0.7, 10);
  expect(weightOfMeaning(0.7, 0.5)).toBeCloseTo(0.7 / 0.85, 10);
  expect(weightOfMeaning(0.7, 0)).toBe(1);
  expect([0, 0.5, 1].map((strength) => weightOfMeaning(0, strength))).toEqual([0, 0, 0]);
});

test('every place says where it came from', () => {
  const [fused] = fuse(seen({ a: [4.26, 0.712] }), { meaning: 0.7 });
  expect(fused).toMatchObject({ what: 'a', score: 1, more: 0 });
  expect(fused!.why()).toEqual(['meaning #1 (cosine 0.71)', 'words #1 (bm25 4.3)']);
});

test('whatever comes in comes out once, best first, with a score between 0 and 1', () => {
  const some = (min: number, max: number) =>
    fc.option(fc.double({ min, max, noNaN: true }), { nil: undefined });
  const candidates = fc.array(fc.record({ what: fc.nat(), words: some(0, 50), meaning: some(-1, 1) }), {
    maxLength: 40,
  });
  const weights = fc.record({ meaning: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(candidates, weights, (all, how) => {
      const fused = fuse(all, how);
      expect(fused.map(({ what }) => what).sort()).toEqual(all.map(({ what }) => what).sort());
      for (const [i, { score }] of fused.entries()) {
        expect(score).toBeGreaterThanOrEqual(-1e-9);
        expect(score).toBeLessThanOrEqual(1 + 1e-9);
        if (i > 0) expect(score).toBeLessThanOrEqual(fused[i - 1]!.score);
      }
    }),
  );
});
