import { expect, test } from 'vitest';
import { wordsIn } from './words.ts';

test('an identifier is found whole and by its parts, however it is written', () => {
  expect([...wordsIn('parseHTTPHeader')]).toEqual(['parsehttpheader', 'parse', 'http', 'header']);
  expect([...wordsIn('MAX_RETRY_count2')]).toEqual(['maxretrycount2', 'max', 'retry', 'count']);
  expect([...wordsIn('größeÄndern naïve')]).toEqual(['größeändern', 'größe', 'ändern', 'naïve']);
});

test('each word is there once, and what nobody looks for is not', () => {
  expect([...wordsIn(`a add add ${'x'.repeat(100)} 42`)]).toEqual(['add']);
});
