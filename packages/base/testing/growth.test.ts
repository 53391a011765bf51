import { expect, test } from 'vitest';
import { excessGrowth } from './growth.ts';

/** Counts work instead of time: what `spend` was given since a work began. */
function counted() {
  let spent = 0;
  const clock = (work: () => unknown) => {
    const before = spent;
    work();
    return spent - before;
  };
  return { clock, spend: (work: number) => (spent += work) };
}

test('work that grows with the square of its size is caught, and work that grows with it is not', () => {
  const { clock, spend } = counted();
  expect(excessGrowth((size) => spend(size), 4000, 40, clock)).toBeUndefined();
  expect(excessGrowth((size) => spend(size * size), 4000, 40, clock)).toBe(
    '1000: 1000000 ms, 4000: 16000000 ms',
  );
});

test('neither single slow rounds nor one slow size count as growth', () => {
  const { clock, spend } = counted();
  let rounds = 0;
  const busy = (size: number) => spend(size * (rounds++ % 3 === 0 ? 20 : 1));
  expect(excessGrowth(busy, 4000, 40, clock)).toBeUndefined();
  expect(excessGrowth((size) => spend(size === 4000 ? 20 * size : size), 4000, 40, clock)).toBeUndefined();
});
