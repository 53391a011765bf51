import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { type SecretWords, wordScanner } from './words.ts';

const hits = (owners: SecretWords[], text: string): string[] => {
  const found: string[] = [];
  wordScanner(owners)(text, (owner, at) => found.push(`${owner}@${at}`));
  return found.sort();
};

test('a word is found wherever it stands, inside others and over them', () => {
  expect(hits([{ at: ['pass', 'sword', 'password'], anyCase: true }], 'my Password')).toEqual([
    '0@3',
    '0@3',
    '0@6',
  ]);
});

test('a word written in one case is found in that case only', () => {
  expect(hits([{ at: ['AKIA'], anyCase: false }], 'akia AKIA')).toEqual(['0@5']);
});

test('it finds what looking at every place finds', () => {
  const word = fc.stringMatching(/^[abAB1é]{1,3}$/);
  const owner = fc.record({
    at: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
    anyCase: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(owner, { minLength: 1, maxLength: 4 }),
      fc.stringMatching(/^[abAB1éx ]{0,30}$/),
      (owners, text) => {
        expect(hits(owners, text)).toEqual(everyPlace(owners, text));
      },
    ),
    { numRuns: runs(100) },
  );
});

function everyPlace(owners: SecretWords[], text: string): string[] {
  const fold = (anyCase: boolean, given: string) => (anyCase ? given.toLowerCase() : given);
  return owners
    .flatMap(({ at, anyCase }, owner) =>
      at.flatMap((word) =>
        Array.from(text, (_, i) => i)
          .filter((i) => fold(anyCase, text).startsWith(fold(anyCase, word), i))
          .map((i) => `${owner}@${i}`),
      ),
    )
    .sort();
}
