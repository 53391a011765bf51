import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { NOON, typed } from '../../testing/world.ts';

const SINCE = NOON - 7 * 24 * 3600_000;

test.each([
  [[], 'tasks', { tasks: [] }],
  [['tools'], 'toolUse', { tools: [] }],
  [['last', 'auth'], 'lastWorkOn', { steps: [] }],
  [['errors'], 'failures', { failures: [] }],
  [['similar', 'retry', 'payments'], 'similarTasks', { tasks: [] }],
] as const)('history %j --since asks for what happened since', async (words, verb, answer) => {
  const { exit, err, calls } = await typed(['history', ...words, '--since', '7d'], {
    answers: { [verb]: () => answer },
  });
  expect(calls).toMatchObject([{ verb, input: { since: SINCE } }]);
  expect(exit).toBe(3);
  expect(err).toContain('Nothing in the history matches.');
});

const PAST = { task: 'Pay', status: 'completed', endedAt: NOON } as Output<'tasks'>['tasks'][number];

test.each([
  [['last', 'auth'], 'lastWorkOn', { steps: [] }, 'No path in the history has these letters.'],
  [['errors'], 'failures', { failures: [] }, 'No failure came back.'],
  [['similar', 'retry', 'payments'], 'similarTasks', { tasks: [], notices: [] }, 'No past task is similar.'],
] as const)(
  'history %j without an answer says whether there is any history',
  async (words, verb, answer, said) => {
    const asked = async (tasks: Output<'tasks'>['tasks']) =>
      typed(['history', ...words], { answers: { [verb]: () => answer, tasks: () => ({ tasks }) } });
    expect(await asked([])).toMatchObject({
      exit: 3,
      err: expect.stringContaining('No history of this project yet.'),
    });
    expect(await asked([PAST])).toMatchObject({ exit: 3, err: `${said}\n` });
  },
);

test.each([
  ['together', 'a.ts'],
  ['memory', '7k3f'],
])('history %s has no time in it, and says so', async (...words) => {
  const { exit, err, calls } = await typed(['history', ...words, '--since', '7d']);
  expect(exit).toBe(2);
  expect(err).toContain(`--since cannot be used with history ${words[0]}.`);
  expect(calls).toEqual([]);
});
