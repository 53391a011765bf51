import { expect, test } from 'vitest';
import { ATTEMPTS } from './attempts.ts';
import { attackProgram } from './program.ts';

test.runIf(process.platform === 'linux')(
  'of forty ways to speak as the person none is told by the built program, and what is theirs is',
  () => {
    expect(ATTEMPTS.filter(({ group }) => group !== 'own').length).toBeGreaterThanOrEqual(40);
    const outcomes = attackProgram();
    const told = outcomes
      .filter(({ isTold }) => isTold)
      .map(({ attempt }) => `${attempt.group}: ${attempt.name}`);
    expect(told).toEqual(ATTEMPTS.filter(({ group }) => group === 'own').map(({ name }) => `own: ${name}`));
  },
  600_000,
);
