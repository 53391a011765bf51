import { expect, test } from 'vitest';
import { ATTEMPTS, type PoisonAttempt, SAMPLED_ATTEMPTS } from './attempts.ts';
import { attackProgram } from './program.ts';

type Group = PoisonAttempt['group'];

/** Half of the groups at a time; what is the person's is told beside both. */
const HALVES: [where: string, groups: Group[]][] = [
  ['in what the person types and reads', ['typed', 'pasted', 'tags', 'tools']],
  ['in shells, in what is shared and at a hub', ['shell', 'shared', 'hub']],
];

test('forty ways to speak as the person are tried, the newest of each group', () => {
  const groups = new Set<Group>([...HALVES.flatMap(([, groups]) => groups), 'own']);
  expect(groups).toEqual(new Set(ATTEMPTS.map(({ group }) => group)));
  expect(SAMPLED_ATTEMPTS.filter(({ group }) => group !== 'own').length).toBeGreaterThanOrEqual(40);
});

test.runIf(process.platform === 'linux').each(HALVES)(
  'none that lies %s is told by the built program, and what is theirs is',
  (_, groups) => {
    const attempts = SAMPLED_ATTEMPTS.filter(({ group }) => group === 'own' || groups.includes(group));
    expect(new Set(attempts.map(({ group }) => group))).toEqual(new Set([...groups, 'own']));
    const told = attackProgram(attempts, { lists: false })
      .filter(({ isTold }) => isTold)
      .map(({ attempt }) => `${attempt.group}: ${attempt.name}`);
    expect(told).toEqual(ATTEMPTS.filter(({ group }) => group === 'own').map(({ name }) => `own: ${name}`));
  },
  600_000,
);
