import { difference, standing } from '@sqrl/base/statistics/difference.ts';
import { expect, test } from 'vitest';
import { simulateMemory, simulateUsers } from './simulate.ts';

test('intervals hold the truth, and users without an effect are rarely told of one', () => {
  const none = simulateUsers(20, 250, {}, 3);
  const fewer = simulateUsers(20, 250, { 'repeated failures': 0.8 }, 4);
  for (const { covering, intervals } of [none, fewer]) {
    expect(intervals).toBeGreaterThan(40);
    expect(covering / intervals).toBeGreaterThanOrEqual(0.9);
  }
  expect(none.called).toBeLessThanOrEqual(2);
});

test('a large difference is seen, and one that many metrics were looked at for needs more', () => {
  const sessions = (n: number, mean: number) =>
    Array.from({ length: n }, (_, i) => ({ value: mean + (i % 5), size: 3 + (i % 4) }));
  const { value, low, high, p, missing } = difference(sessions(80, 10), sessions(20, 20));
  expect(value).toBeCloseTo(-10, 0);
  expect([low! < value!, value! < high!, high! < 0, missing.toCompare]).toEqual([true, true, true, 0]);
  expect(p).toBeLessThan(0.01);
  expect(standing([0.02, 0.3, null, 0.4])).toEqual([false, false, false, false]);
  expect(standing([0.01, null, 0.3])).toEqual([true, false, false]);
});

test('too few sessions, or sessions in which the same happens, are not compared', () => {
  const same = (n: number, value = 0) => Array.from({ length: n }, () => ({ value, size: 1 }));
  expect(difference(same(40), same(4)).missing.toCompare).toBe(6);
  expect(difference(same(40), same(40))).toMatchObject({ value: null, low: null });
  // One session of twenty has a correction: a hundred control sessions are needed to meet five.
  const seldom = same(40).map((session, i) => ({ ...session, value: i % 20 === 0 ? 1 : 0 }));
  expect(difference(seldom, same(20)).missing.toCompare).toBeGreaterThan(60);
});

test('a clearly harmful memory is muted within 40 sessions, a helpful one is told nearly always', () => {
  const many = (memory: { told: number; withheld: number }) =>
    Array.from({ length: 8 }, (_, i) => simulateMemory(memory, 40, 50 + i));
  const harmful = many({ told: 0.8, withheld: 0.2 });
  expect(harmful.filter(({ mutedAfter }) => mutedAfter !== undefined).length).toBeGreaterThanOrEqual(7);
  const helpful = many({ told: 0.1, withheld: 0.5 });
  expect(helpful.map(({ mutedAfter }) => mutedAfter)).toEqual(Array(8).fill(undefined));
  expect(Math.min(...helpful.map(({ lift }) => lift.share))).toBeGreaterThanOrEqual(0.5);
});
