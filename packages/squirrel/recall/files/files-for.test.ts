import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packFiles } from './files-for.ts';

const file = (path: string, score: number) => ({ path, score, clues: [] });
const cost = (tokens: Record<string, number>, share: Record<string, number> = {}) => ({
  tokens: (path: string) => tokens[path],
  share: (path: string) => share[path],
});

test('what is too large for the room that is left is passed over, with the reason', () => {
  const ranked = [file('a', 3), file('huge', 2), file('b', 1)];
  const packed = packFiles(ranked, { limit: 12, budget: 100 }, cost({ a: 60, huge: 90, b: 40 }));
  expect(packed.files.map(({ path }) => path)).toEqual(['a', 'b']);
  expect(packed.left).toMatchObject([
    { path: 'huge', score: 2, because: 'its 90 tokens exceed the 40 left' },
  ]);
});

test('files of more than four fifths of similar work are read first, then those of more than half', () => {
  const ranked = [file('a', 4), file('b', 3), file('c', 2), file('d', 1)];
  const packed = packFiles(ranked, { limit: 12, budget: 100 }, cost({}, { a: 0.4, b: 0.6, c: 0.9 }));
  expect(packed.files.map(({ path }) => path)).toEqual(['c', 'b', 'a', 'd']);
});

test('never more files or tokens than there is room for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(500), { maxLength: 40 }),
      fc.nat(20),
      fc.nat(2000),
      (sizes, limit, budget) => {
        const ranked = sizes.map((_, i) => file(`f${i}`, 100 - i));
        const packed = packFiles(
          ranked,
          { limit, budget },
          cost(Object.fromEntries(sizes.map((size, i) => [`f${i}`, size]))),
        );
        expect(packed.files.length).toBeLessThanOrEqual(limit);
        expect(packed.tokens).toBeLessThanOrEqual(budget);
        expect(packed.tokens).toBe(packed.files.reduce((sum, { tokens }) => sum + tokens!, 0));
      },
    ),
  );
});
