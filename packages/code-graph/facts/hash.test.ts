import { expect, test } from 'vitest';
import { codeHashOf } from './hash.ts';

test('space at the ends of lines makes no other text', () => {
  expect(codeHashOf('a {\n  b \t\r\n}')).toBe(codeHashOf('a {\n  b\n}'));
  expect(codeHashOf('a ')).toBe(codeHashOf('a'));
  expect(codeHashOf('a b')).not.toBe(codeHashOf('ab'));
});
