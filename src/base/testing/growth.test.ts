import { expect, test } from 'vitest';
import { excessGrowth } from './growth.ts';

test('work that grows with the square of its size is caught, and work that grows with it is not', () => {
  const spin = (times: number) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum = (sum + i) | 0;
    return sum;
  };
  expect(excessGrowth((size) => spin(size), 2e8)).toBeUndefined();
  expect(excessGrowth((size) => spin(size * size), 12_000)).toMatch(/^3000: .* ms, 12000: .* ms$/);
});
