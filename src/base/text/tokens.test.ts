import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { expect, test } from 'vitest';
import { tokenCounter } from './tokens.ts';

test('tokens are counted as language models count them', async () => {
  const count = await tokenCounter();
  expect(count('')).toBe(0);
  expect(count('hello world')).toBe(2);
  expect(count('Run `pnpm test` in packages/api')).toBe(9);
});

test('counted line by line a text has as many tokens as in one go', async () => {
  const count = await tokenCounter();
  const parts = [
    '- a line',
    '\n',
    ' ',
    '\r',
    '\t',
    '\n\n',
    '## head',
    'x.y]',
    "it's",
    '日本',
    '\u2028',
    '12345',
    ')',
    ' ',
    ' 7',
    "'ll",
    ' [Memory #hc44kwz8e76j: a line]',
    'e\u0301',
    '٣',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 30 }), (some) => {
      const text = some.join('');
      expect(count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
    }),
    { numRuns: 2000 },
  );
});

test('what means something to a language model is counted as the text it is', async () => {
  const count = await tokenCounter();
  expect(count('The stream ends with <|endoftext|>.')).toBeGreaterThan(6);
});
