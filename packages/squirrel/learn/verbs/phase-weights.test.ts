import { PHASE_WEIGHTS } from '@sqrl/base/model/weights.ts';
import { expect, test } from 'vitest';
import { type PhaseCase, proposeWeights } from './phase-weights.ts';

/** Sessions with one episode each: told gotchas or not, passing by the given shares. */
const cases = (n: number, told: number, untold: number): PhaseCase[] =>
  Array.from({ length: n }, (_, i) => {
    const isTold = i % 2 === 0;
    const rank = Math.floor(i / 2) / (n / 2);
    return {
      ...{ session: i, phase: 'implement' as const, types: isTold ? (['gotcha'] as const) : [] },
      passed: rank < (isTold ? told : untold),
    };
  });

test('another weight is proposed where first test runs differ clearly, with the counts it comes from', () => {
  expect(proposeWeights(cases(40, 0.9, 0.4), PHASE_WEIGHTS)).toMatchObject([
    {
      ...{ phase: 'implement', type: 'gotcha', from: 1.4, to: 1.75 },
      ...{ told: { episodes: 20, passed: 18 }, untold: { episodes: 20, passed: 8 } },
    },
  ]);
  const [down] = proposeWeights(cases(40, 0.3, 0.9), PHASE_WEIGHTS);
  expect(down!.to).toBeLessThan(1.4);
});

test('before thirty sessions, and without a clear difference, nothing is proposed', () => {
  expect(proposeWeights(cases(28, 1, 0), PHASE_WEIGHTS)).toEqual([]);
  expect(proposeWeights(cases(60, 0.6, 0.5), PHASE_WEIGHTS)).toEqual([]);
});
