import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typeTokensOf } from './type-text.ts';

function wordsIn(text: string, start = 0, end = text.length): string[] {
  const words = typeTokensOf(text, start, end);
  const found: string[] = [];
  while (words.word !== '') found.push(words.next());
  return found;
}

test('the words of a type are its names, strings, numbers and marks, in any script', () => {
  expect(wordsIn("Größe<'a b', 漢$1>[] | (x?: #y) => ...T2é")).toEqual([
    'Größe',
    '<',
    "'a b'",
    ',',
    '漢$1',
    '>',
    '[',
    ']',
    '|',
    '(',
    'x',
    '?',
    ':',
    '#y',
    ')',
    '=>',
    '...',
    'T2é',
  ]);
});

test('comments and space of any kind count for nothing', () => {
  expect(wordsIn(' a /* b */\t// c\n\u00a0d\r\n&\u2003e')).toEqual(['a', 'd', '&', 'e']);
});

test('what lies beyond the end is not looked at, even where it ends inside of a word', () => {
  expect(wordsIn('Map<Key, Value>', 4, 6)).toEqual(['Ke']);
  expect(wordsIn('a   b', 0, 3)).toEqual(['a']);
});

test('no text keeps the reader from its end', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aZ_$#@09 \n/*"\'`\\.=>é漢😀'), maxLength: 20 }),
      (text) => {
        expect(wordsIn(text).join('')).toBe(
          (text.match(WORDS) ?? []).filter((word) => !/^(?:\s|\/\/|\/\*[\s\S]*\*\/$)/.test(word)).join(''),
        );
      },
    ),
  );
});

/** What a text falls into, told by one expression. */
const WORDS =
  /[^\S\n]+|\n[^\S\n]*(?:\*(?!\/))?|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\p{ID_Start}$_#@][\p{ID_Continue}$]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\d[\w.]*|=>|\.\.\.|[\s\S]/gu;
