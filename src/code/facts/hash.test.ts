import { expect, test } from 'vitest';
import { lineStartsOf } from '../parse/line-starts.ts';
import { hashOf, hashOfTidy, isTidy } from './hash.ts';

const isTidyText = (text: string): boolean => isTidy(text, lineStartsOf(text));

test('space at the ends of lines makes no other text', () => {
  expect(hashOf('a {\n  b \t\r\n}')).toBe(hashOf('a {\n  b\n}'));
  expect(hashOf('a ')).toBe(hashOf('a'));
  expect(hashOf('a b')).not.toBe(hashOf('ab'));
});

test('a file is tidy where no line of it ends with space', () => {
  expect(['', 'a', 'a\n', '\n\n', 'a b\n c\n', 'a '].map(isTidyText)).toEqual(Array(6).fill(true));
  expect(['a \n', 'a\r\nb', '\n\t\n'].map(isTidyText)).toEqual([false, false, false]);
});

test('a part of a tidy file has the hash that it has anywhere', () => {
  for (const text of ['', 'a', 'a ', 'a {\n  b\n}', 'a {\n  b\n} '])
    expect(hashOfTidy(text)).toBe(hashOf(text));
});
