import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToTokens, readablePart } from './cut.ts';

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;

test('a long text ends with the last sentence that fits', () => {
  const text = 'We chose pnpm. It is faster than npm! Is it safe? Nobody knows yet.';
  expect(cutToTokens(text, 8, words)).toBe('We chose pnpm. It is faster than npm!');
  expect(cutToTokens(text, 11, words)).toBe('We chose pnpm. It is faster than npm! Is it safe?');
});

test('a text that fits stays whole, without a full stop at its end too', () => {
  expect(cutToTokens('We chose pnpm. It is fast', 6, words)).toBe('We chose pnpm. It is fast');
});

test('a sentence that is too long by itself ends with a word', () => {
  expect(cutToTokens('one two three four five six.', 4, words)).toBe('one two three four');
});

test('a short sentence before a very long one does not give the rest away', () => {
  expect(cutToTokens(`Fixed. ${'because '.repeat(50)}.`, 20, words)).toBe(
    `Fixed. ${'because '.repeat(19).trim()}`,
  );
});

test('abbreviations, versions and hand-wrapped lines are not ends of sentences', () => {
  const text = 'Use a lock file, e.g. pnpm-lock 9.0\nof this folder. Then install again and again.';
  expect(cutToTokens(text, 12, words)).toBe('Use a lock file, e.g. pnpm-lock 9.0\nof this folder.');
});

test('blank lines and the items of a list are', () => {
  expect(cutToTokens('The steps\n\n- build it\n- test it all\n- ship it', 8, words)).toBe(
    'The steps\n\n- build it',
  );
  expect(cutToTokens('使用 pnpm。不要 使用 npm 否则 会 出错。', 3, words)).toBe('使用 pnpm。');
});

test('a word that is too long by itself is left for the caller to cut', () => {
  const word = 'x'.repeat(50);
  expect(cutToTokens(word, 10, (piece) => piece.length)).toBe(word);
});

test('whatever is kept is a beginning of the text and fits', () => {
  const piece = fc.oneof(
    fc.lorem({ mode: 'sentences' }),
    fc.constantFrom('\n\n', '\n- ', ' ', '。', '...', '?!'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 1, max: 60 }), (pieces, limit) => {
      const text = pieces.join('');
      const kept = cutToTokens(text, limit, words);
      expect(text.startsWith(kept)).toBe(true);
      expect(words(kept)).toBeLessThanOrEqual(limit);
    }),
  );
});

test('of a huge text only the beginning is looked at', () => {
  for (const token of ['word ', 'x', ' '])
    expect(readablePart(token.repeat(10_000_000)).length, token).toBeLessThan(10_000);
  expect(readablePart(`${' '.repeat(50_000)}word`)).toBe('word');
  expect(readablePart('short')).toBe('short');
});
