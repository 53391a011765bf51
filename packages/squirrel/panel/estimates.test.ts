import { difference } from '@sqrl/base/statistics/difference.ts';
import { describe, expect, test } from 'vitest';
import { sparedFailures, sparedTokens } from './estimates.ts';

const none = { all: 0, came: 0 };

describe('repeated failures that were spared', () => {
  test('are how much rarer they come with the memory, times how often it was shown this week', () => {
    const { value, low, high, basis } = sparedFailures({
      told: { all: 100, came: 10 },
      toldSince: 20,
      heldBack: { all: 50, came: 40 },
      untold: { all: 500, came: 100 },
    });
    expect(basis).toBe('holdout');
    expect(value).toBeCloseTo(20 * (0.8 - 0.1));
    expect(low!).toBeGreaterThan(20 * 0.5);
    expect(high!).toBeLessThan(20 * 0.85);
  });

  test('are held against all occasions without it, and say so, where the lot has held back too few', () => {
    const { value, basis, how } = sparedFailures({
      told: { all: 20, came: 20 },
      toldSince: 5,
      heldBack: { all: 2, came: 2 },
      untold: { all: 40, came: 20 },
    });
    expect(basis).toBe('occasions');
    // It may also have made things worse.
    expect(value).toBeCloseTo(5 * (0.5 - 1));
    expect(how).toContain('may differ in other ways');
  });

  test('have no value if there is too little data', () => {
    const few = sparedFailures({ told: { all: 9, came: 0 }, toldSince: 9, heldBack: none, untold: none });
    expect(few).toMatchObject({ value: null, low: null, high: null, basis: 'none' });
    expect(few.because).toContain('Needs 10 occasions with the memory and 10 without it;');
  });
});

test('tokens that were spared are the difference that `proof` shows, times the sessions of this week', () => {
  const sessions = (n: number, mean: number) =>
    Array.from({ length: n }, (_, i) => ({ value: mean + 10 * (i % 5), size: 3 + (i % 4) }));
  const found = difference(sessions(60, 500), sessions(12, 1000));
  expect(sparedTokens(found, 5, true)).toMatchObject({
    ...{ told: 60, untold: 12, basis: 'holdout', because: null },
    value: Math.round(-5 * found.value!),
    low: Math.round(-5 * found.high!),
    high: Math.round(-5 * found.low!),
  });
  const few = difference(sessions(60, 500), sessions(4, 1000));
  expect(sparedTokens(few, 5, true)).toMatchObject({
    value: null,
    because: 'Not enough data: 6 more control sessions are needed (1 session in 20 is one).',
  });
  expect(sparedTokens(few, 5, false)).toMatchObject({
    because: expect.stringContaining('Needs a control group'),
  });
});
