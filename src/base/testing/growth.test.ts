import { expect, test } from 'vitest';
import { expectSteady } from './growth.ts';

test('work that grows with the square of its size is caught, and work that grows with it is not', async () => {
  const spin = (times: number) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum = (sum + i * i) % 1_000_003;
    return sum;
  };
  await expectSteady((size) => spin(size), { size: 4e6, mostMs: 60_000 });
  await expect(expectSteady((size) => spin(size * size), { size: 2500, mostMs: 60_000 })).rejects.toThrow();
  await expect(expectSteady((size) => spin(size), { size: 4e6, mostMs: 1 })).rejects.toThrow();
});
