import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuse } from './fuse.ts';

const seen = (...pairs: [string, number][]) => pairs.map(([what, score]) => ({ what, score }));
const order = (hits: { what: string }[]) => hits.map(({ what }) => what);

test('meaning that is sure beats words that are merely there', () => {
  const lists = { words: seen(['log', 9], ['http', 8.9], ['tls', 2]), meaning: seen(['tls', 0.8], ['http', 0.3], ['log', 0.1]) };

  // By score tls keeps its wide lead in meaning; by place log and http come as close as any neighbours.
  expect(order(fuse(lists, { way: 'mix', meaning: 0.7 }))).toEqual(['tls', 'http', 'log']);
});

test('with all the weight on one side the other only follows', () => {
  const lists = { words: seen(['a', 5], ['b', 1]), meaning: seen(['c', 0.9], ['b', 0.8]) };

  expect(order(fuse(lists, { way: 'mix', meaning: 1 }))[0]).toBe('c');
  expect(order(fuse(lists, { way: 'mix', meaning: 0 }))[0]).toBe('a');
});

test('rank fusion rewards being in both lists over leading one', () => {
  const lists = { words: seen(['only words', 9], ['both', 8]), meaning: seen(['only meaning', 0.9], ['both', 0.8]) };

  expect(order(fuse(lists, { way: 'rrf', meaning: 0.5 }))[0]).toBe('both');
});

test('every place says where it came from', () => {
  const [first] = fuse({ words: seen(['a', 4.25]), meaning: seen(['a', 0.712]) }, { way: 'mix', meaning: 0.7 });

  expect(first).toEqual({ what: 'a', score: 1, why: ['meaning #1 (cosine 0.71)', 'words #1 (bm25 4.3)'] });
});

test('whatever comes in, each memory comes out once, best first, with a score between 0 and 1', () => {
  const list = fc
    .uniqueArray(fc.record({ what: fc.integer({ min: 0, max: 30 }), score: fc.double({ min: -1, max: 50, noNaN: true }) }), {
      selector: ({ what }) => what,
    })
    .map((all) => all.sort((a, b) => b.score - a.score));
  fc.assert(
    fc.property(list, list, fc.constantFrom('mix' as const, 'rrf' as const), fc.double({ min: 0, max: 1, noNaN: true }), (words, meaning, way, weight) => {
      const fused = fuse({ words, meaning }, { way, meaning: weight });
      expect(new Set(fused.map(({ what }) => what))).toEqual(new Set([...words, ...meaning].map(({ what }) => what)));
      expect(fused.length).toBe(new Set(fused.map(({ what }) => what)).size);
      for (const [i, { score }] of fused.entries()) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-9);
        if (i > 0) expect(score).toBeLessThanOrEqual(fused[i - 1]!.score);
      }
    }),
  );
});
