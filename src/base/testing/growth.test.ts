import { expect, test } from 'vitest';
import { excessGrowth } from './growth.ts';

test('work that grows with the square of its size is caught, and work that grows with it is not', () => {
  const spin = (times: number) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum = (sum + i * i) % 1_000_003;
    return sum;
  };
  expect(excessGrowth((size) => spin(size), 4e7)).toBeUndefined();
  expect(excessGrowth((size) => spin(size * size), 6000)).toMatch(/^1500: .* ms, 6000: .* ms$/);
});
