import { expect, test } from 'vitest';
import { tokenCounter } from './tokens.ts';

test('tokens are counted as language models count them', async () => {
  const count = await tokenCounter();
  expect(count('')).toBe(0);
  expect(count('hello world')).toBe(2);
  expect(count('Run `pnpm test` in packages/api')).toBe(9);
});
