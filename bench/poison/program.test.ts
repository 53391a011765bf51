import { expect, test } from 'vitest';
import { ATTEMPTS, SAMPLED_ATTEMPTS } from './attempts.ts';
import { attackProgram } from './program.ts';

test.runIf(process.platform === 'linux')(
  'of forty ways to speak as the person, the newest of each group, none is told by the built program, and what is theirs is',
  () => {
    expect(new Set(SAMPLED_ATTEMPTS.map(({ group }) => group))).toEqual(
      new Set(ATTEMPTS.map(({ group }) => group)),
    );
    expect(SAMPLED_ATTEMPTS.filter(({ group }) => group !== 'own').length).toBeGreaterThanOrEqual(40);
    const told = attackProgram(SAMPLED_ATTEMPTS, { lists: false })
      .filter(({ isTold }) => isTold)
      .map(({ attempt }) => `${attempt.group}: ${attempt.name}`);
    expect(told).toEqual(ATTEMPTS.filter(({ group }) => group === 'own').map(({ name }) => `own: ${name}`));
  },
  600_000,
);
