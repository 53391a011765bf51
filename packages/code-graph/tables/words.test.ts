import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordListOf } from './word-list.ts';
import { wordsIn } from './words.ts';

test('an identifier is found whole and by its parts, however it is written', () => {
  expect([...wordsIn('parseHTTPHeader')]).toEqual(['parsehttpheader', 'parse', 'http', 'header']);
  expect([...wordsIn('MAX_RETRY_count2')]).toEqual(['maxretrycount2', 'max', 'retry', 'count']);
  expect([...wordsIn('größeÄndern naïve')]).toEqual(['größeändern', 'größe', 'ändern', 'naïve']);
});

test('each word is there once, and what nobody looks for is not', () => {
  expect([...wordsIn(`a add add ${'x'.repeat(100)} 42`)]).toEqual(['add']);
});

test('the words of a whole file are the same, whatever was read before it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-cA-C_$0-1 .éÄ²漢😀𝒜]{0,12}$/u), { maxLength: 30 }),
      (lines) => {
        for (const line of [...lines, lines.join('\n')]) expect(wordListOf(line)).toEqual([...wordsIn(line)]);
      },
    ),
    { numRuns: runs(30) },
  );
  // More than are kept.
  const many = Array.from({ length: 60_000 }, (_, i) => `name${i}`).join(' ');
  for (const text of [many, `add ${many}`]) expect(wordListOf(text).join()).toBe([...wordsIn(text)].join());
});
