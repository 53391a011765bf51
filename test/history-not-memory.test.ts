import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allDrafts } from '@sqrl/squirrel/store/drafts/drafts.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const PROJECT = '/projects/shop';
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 9, 1, 9);

/** Several sessions that read, search, change and test the same files. */
const TASKS: Turn[][] = [
  'Add a confirmation dialog before the cart is emptied',
  'Show refunds in the order history of the customer',
  'Retry the payment twice when the bank times out',
  'Round the totals of the invoice to whole cents',
].map((task) => [
  { say: task },
  { read: 'src/rates.ts' },
  { run: 'grep -rn taxRate src', output: 'src/cart.ts:3:export const taxRate = 0.2' },
  { read: 'src/cart.ts' },
  { edit: 'src/cart.ts' },
  { run: 'npm test', output: ' Tests  12 passed (12)' },
  { reply: 'Done.' },
]);

function logsOf(sessions: readonly Turn[][]): string[] {
  const folder = join(temporaryFolder(), '-projects-shop');
  mkdirSync(folder, { recursive: true });
  return sessions.map((turns, i) => {
    const session = `0000000${i}-0000-4000-8000-000000000000`;
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt: FIRST + i * DAY, turns }));
    return path;
  });
}

const listed = async ({ client }: Opened) =>
  (
    await client.call('list', {
      filter: { statuses: ['provisional', 'active'] },
      limit: 100,
      order: 'oldest',
    })
  ).memories;

test('finished work leaves no memory of itself, and history finds it', async () => {
  const home = open({ project: PROJECT, now: () => FIRST + 10 * DAY });
  await home.client.call('ingest', { paths: logsOf(TASKS) });
  const types = (await listed(home)).map(({ type }) => type);
  // How tests are run is knowledge: it was learned from the same sessions.
  expect(types).toEqual(['pattern']);
  expect(allDrafts(home.engine.own.store).map(({ signal }) => signal)).toEqual(['working_command']);
  const { tasks } = await home.client.call('similarTasks', { task: 'empty the cart after a dialog' });
  expect(tasks[0]).toMatchObject({
    task: expect.stringContaining('confirmation dialog'),
    filesChanged: ['src/cart.ts'],
    memory: null,
  });
  const { use } = await home.client.call('fileHistory', { path: 'src/cart.ts' });
  expect(use).toMatchObject({ changed: 4 });
  const { text } = await home.client.call('where', {});
  expect(text).toContain('Round the totals of the invoice');
});

test('what a person or an agent says of past work and of a module stays a memory', async () => {
  const home = open({ project: PROJECT });
  for (const [type, text] of [
    ['work_unit_outcome', 'Moving the cart to cents ended the rounding errors.'],
    ['module_insight', 'The cart module owns prices and discounts.'],
    ['work_state', 'The refund page is half done: the API is missing.'],
  ] as const)
    await home.client.call('remember', { type, text });
  await home.client.call('learn', { anew: true });
  expect((await listed(home)).map(({ type }) => type).sort()).toEqual([
    'module_insight',
    'work_state',
    'work_unit_outcome',
  ]);
});
