import { expect, test } from 'vitest';
import { wordsOfCode } from './words-of-code.ts';

test.each([
  ['The function build is slow', ['build()']],
  ['Close files in the build method, never in the Cart class', ['build()', 'Cart()']],
  ['This function returns cents; every method that is called must return', []],
  ['Use `parse` and parseBody(), see src/cart.ts', ['parse', 'parseBody()', 'src/cart.ts']],
])('%s', (text, words) => {
  expect(wordsOfCode(text)).toEqual(words);
});
