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
    expect(how.text).toContain('may differ in other ways');
  });

  test('have no value if there is too little data', () => {
    const few = sparedFailures({ told: { all: 9, came: 0 }, toldSince: 9, heldBack: none, untold: none });
    expect(few).toMatchObject({ value: null, low: null, high: null, basis: 'none' });
    expect(few.because).toMatchObject({ code: 'saved.fewOccasions', facts: { n: 10 } });
  });
});

describe('tokens that were spared', () => {
  const sessions = (holdout: string, costs: readonly number[], at = 10) =>
    costs.map((tokens) => ({ holdout, at, tokens }));

  test('are what sessions without memory cost more, times the sessions of this week that had it', () => {
    const costs = [
      ...sessions('control', [1000, 1100, 900, 1050, 950]),
      ...sessions('full', [500, 600, 400, 550, 450]),
      ...sessions('full', [500, 500], 1),
      ...sessions('passive', [9999]),
    ];
    const { value, low, high, told, untold } = sparedTokens(costs, 5, true);
    expect({ told, untold, value }).toEqual({ told: 7, untold: 5, value: 5 * 500 });
    expect(low!).toBeGreaterThan(5 * 380);
    expect(high!).toBeLessThan(5 * 620);
  });

  test('have no value with fewer than five sessions on either side', () => {
    const costs = [...sessions('control', [1, 2, 3, 4]), ...sessions('full', Array(50).fill(1))];
    expect(sparedTokens(costs, 0, true)).toMatchObject({
      value: null,
      because: { code: 'saved.fewSessions', facts: { untold: 4 } },
    });
    expect(sparedTokens(costs, 0, false)).toMatchObject({ because: { code: 'saved.controlOff' } });
  });
});
