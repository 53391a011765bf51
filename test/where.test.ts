import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { worked } from './support/work.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const HOUR = 3_600_000;

function aProject() {
  const project = join(temporaryFolder(), 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
  return open({ project, now: () => NOON });
}

test('where I was: what is unfinished, what failed, what changed, on which branch, and what was to come next', async () => {
  const { engine, client } = aProject();
  worked(
    engine,
    [
      { prompt: 'Rename the cart to basket' },
      { edit: 'src/cart.ts' },
      { run: 'pnpm test', says: '9 passed' },
      { reply: 'Renamed.' },
    ],
    { session: 'first', at: NOON - 30 * HOUR, branch: 'main' },
  );
  worked(
    engine,
    [
      { prompt: 'Retry the payment when the client times out' },
      { edit: 'src/pay/retry.ts' },
      {
        reply:
          'The retry is there.\n\n**Next steps:**\n1. Cover it with a contract test\n2. Write the changelog',
      },
      { run: 'pnpm test', says: 'FAIL retry: expected 2 to be 3', fails: true },
    ],
    { session: 'second', at: NOON - 3 * HOUR, branch: 'retry' },
  );
  const where = await client.call('where', {});
  expect(where).toMatchObject({
    branch: 'main',
    workedOn: 'retry',
    last: [{ session: 'second' }, { session: 'first', task: 'Rename the cart to basket' }],
    unfinished: [{ task: 'Retry the payment when the client times out', status: 'failed' }],
    changed: ['src/pay/retry.ts'],
    failure: { command: 'pnpm test', line: expect.stringContaining('FAIL retry'), resolved: false },
    next: { text: 'Cover it with a contract test' },
  });
  expect(where.text).toContain('## Stated next step\n- Cover it with a contract test');
  expect(where.text).toContain('retry (now on main)');
  expect(await client.call('where', {})).toEqual(where);
});

test('a command that went well later is told as resolved, and secrets are not told at all', async () => {
  const { engine, client } = aProject();
  worked(
    engine,
    [
      { prompt: 'Make the tests pass' },
      { run: 'pnpm test', says: 'Error: expected 1 to be 2', fails: true },
      { edit: 'src/a.ts' },
      { run: 'pnpm test', says: '3 passed' },
      { reply: 'Next: set the key AKIAIOSFODNN7EXAMPLQ in CI.' },
    ],
    { at: NOON - 3 * HOUR },
  );
  const where = await client.call('where', {});
  expect(where.failure).toMatchObject({ resolved: true, resolvedBy: 'pnpm test' });
  expect(where.unfinished).toEqual([]);
  expect(where.text).not.toContain('Failing');
  expect(JSON.stringify(where)).not.toContain('AKIAIOSFODNN7EXAMPLQ');
});

test('where nothing was done, nothing is told', async () => {
  const { client } = open();
  expect(await client.call('where', {})).toEqual({
    branch: null,
    workedOn: null,
    last: [],
    said: [],
    unfinished: [],
    notes: [],
    changed: [],
    failure: null,
    next: null,
    text: '',
  });
});
