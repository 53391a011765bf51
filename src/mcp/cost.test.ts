import { expect, test } from 'vitest';
import { toolCost } from './cost.ts';

test('the eight tools add less than 2.5 kB to the context of a session', () => {
  const { bytes, tokens, instructions } = toolCost();
  expect(bytes).toBeLessThan(2500);
  expect([tokens > 300, tokens < 1000, instructions > 100, instructions < 300]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
