import { expect, test } from 'vitest';
import { codeHashOf, hashOfTidy, isTidy } from './hash.ts';
import { lineStartsOf } from './line-starts.ts';

const isTidyText = (text: string): boolean => isTidy(text, lineStartsOf(text));

test('space at the ends of lines makes no other text', () => {
  expect(codeHashOf('a {\n  b \t\r\n}')).toBe(codeHashOf('a {\n  b\n}'));
  expect(codeHashOf('a ')).toBe(codeHashOf('a'));
  expect(codeHashOf('a b')).not.toBe(codeHashOf('ab'));
});

test('a file is tidy where no line of it ends with space', () => {
  expect(['', 'a', 'a\n', '\n\n', 'a b\n c\n', 'a '].map(isTidyText)).toEqual(Array(6).fill(true));
  expect(['a \n', 'a\r\nb', '\n\t\n'].map(isTidyText)).toEqual([false, false, false]);
});

test('a part of a tidy file has the hash that it has anywhere', () => {
  for (const text of ['', 'a', 'a ', 'a {\n  b\n}', 'a {\n  b\n} '])
    expect(hashOfTidy(text)).toBe(codeHashOf(text));
});
