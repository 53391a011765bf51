import { expect, test } from 'vitest';
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
  expect(err).toContain('No history since then.');
});

test.each([
  [['together', 'a.ts'], 'Files changed together are counted over all time.'],
  [['memory', '7k3f'], 'It shows all changes to one memory'],
])('history %j has no time in it, and says so', async (words, hint) => {
  const { exit, err, calls } = await typed(['history', ...words, '--since', '7d']);
  expect(exit).toBe(2);
  expect(err).toContain(`--since cannot be used with history ${words[0]}.`);
  expect(err).toContain(hint);
  expect(calls).toEqual([]);
});
