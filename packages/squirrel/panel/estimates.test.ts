import { difference } from '@sqrl/base/statistics/difference.ts';
import { expect, test } from 'vitest';
import { spared } from './estimates.ts';

test('what was spared is the difference that `proof` shows, times the sessions of this week', () => {
  const sessions = (n: number, mean: number) =>
    Array.from({ length: n }, (_, i) => ({ value: mean + 10 * (i % 5), size: 3 + (i % 4) }));
  const found = difference(sessions(60, 500), sessions(12, 1000));
  expect(spared('tokens', found, { sessions: 5, isMeasured: true })).toMatchObject({
    ...{ told: 60, untold: 12, because: null },
    value: Math.round(-5 * found.value!),
    low: Math.round(-5 * found.high!),
    high: Math.round(-5 * found.low!),
  });
  expect(spared('repeated failures', found, { sessions: 5, isMeasured: true }).value).toBe(-5 * found.value!);
  const few = difference(sessions(60, 500), sessions(4, 1000));
  expect(spared('tokens', few, { sessions: 5, isMeasured: true })).toMatchObject({
    value: null,
    because: 'Not enough data: 6 more control sessions are needed (1 session in 20 is one).',
  });
  expect(spared('tokens', few, { sessions: 5, isMeasured: false })).toMatchObject({
    because: expect.stringContaining('Needs a control group'),
  });
});
