import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { contextFor } from '@sqrl/squirrel/recall/context/context-for.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { worked } from './support/work.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;

const shop: Draft[] = [
  {
    type: 'gotcha',
    text: 'The payment client must never retry a charge without an idempotency key',
    files: ['src/pay/client.ts'],
    confidence: 0.9,
  },
  {
    type: 'decision',
    text: 'Payments go through Stripe only, since refunds are audited there',
    confidence: 0.9,
  },
  { type: 'requirement', text: 'A payment is confirmed to the customer within ten seconds', confidence: 0.9 },
  { type: 'preference', key: 'command.test', text: 'Run the tests with `pnpm test`', confidence: 0.9 },
  { type: 'gotcha', text: 'The newsletter template breaks in Outlook when it has a table', confidence: 0.9 },
  {
    type: 'dead_end',
    text: 'Retrying payments from a cron job was given up: charges came twice',
    confidence: 0.8,
  },
  {
    type: 'task_calibration',
    text: 'Work here takes about twice the steps that are planned',
    confidence: 0.8,
  },
  {
    type: 'causal_dependency',
    text: 'src/pay/client.ts changes with src/pay/retry.ts, which reads its timeouts',
    files: ['src/pay/client.ts', 'src/pay/retry.ts'],
    confidence: 0.8,
  },
  {
    type: 'workflow_recipe',
    text: 'To change the payment client: change the types, regenerate the mocks, run the contract tests',
    confidence: 0.8,
  },
  {
    type: 'e2e_observation',
    text: 'The payment page shows its spinner for two seconds before the form can be filled',
    confidence: 0.8,
  },
  {
    type: 'error_pattern',
    text: 'Payment tests fail with ECONNREFUSED until the stripe mock is started',
    confidence: 0.8,
  },
];

/** A shop with memories, past work and a project on the disk. */
async function aShop(options: Parameters<typeof open>[0] = {}) {
  const project = join(temporaryFolder(), 'shop');
  mkdirSync(join(project, 'src/pay'), { recursive: true });
  writeFileSync(join(project, 'src/pay/client.ts'), 'export const charge = () => "charged";\n');
  writeFileSync(join(project, 'src/pay/retry.ts'), 'export const TIMEOUT = 3000;\n');
  const opened = open({ project, now: () => NOON, ...options });
  const ids: Record<string, string> = {};
  for (const draft of shop) ids[draft.text] = (await opened.client.call('remember', draft)).id;
  worked(
    opened.engine,
    [
      { prompt: 'Retry the payment when the client times out' },
      { read: 'src/pay/client.ts' },
      { edit: 'src/pay/retry.ts' },
      { run: 'pnpm test', says: 'Error: ECONNREFUSED 127.0.0.1:12111', fails: true },
      { edit: 'src/pay/client.ts' },
      { run: 'pnpm test', says: '12 passed' },
      { reply: 'Done: payments are retried twice.' },
    ],
    { session: 'past', at: NOON - 5 * DAY },
  );
  worked(
    opened.engine,
    [
      { prompt: 'Show the invoices of a customer in the account page' },
      { edit: 'src/account/invoices.ts' },
      { run: 'pnpm test', says: 'FAIL invoices: expected 3 to be 4', fails: true },
    ],
    { session: 'broken', at: NOON - 2 * DAY },
  );
  return { ...opened, project, ids };
}

const TASK = 'Add a retry with backoff to the payment client';

test('before a task begins a colleague says what to watch, what was decided, how, where, and what came before', async () => {
  const { client } = await aShop();
  const { text, sections, tokens, budget, files } = await client.call('context', { task: TASK });
  const of = (name: string) =>
    sections.find((section) => section.name === name)?.lines.map(({ text }) => text) ?? [];
  expect(of('guards').join('\n')).toContain('idempotency key');
  expect(of('guards').join('\n')).not.toContain('newsletter');
  expect([...of('standing'), ...of('rules')].join('\n')).toContain('Stripe only');
  expect(of('commands')).toEqual([
    expect.stringMatching(/^Run the tests with `pnpm test` \[Memory #\w+: .+\]$/),
  ]);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['src/pay/client.ts', 'src/pay/retry.ts']),
  );
  expect(of('where')[0]).toContain('src/pay/client.ts changes with src/pay/retry.ts');
  expect(of('similar')[0]).toMatch(
    /^2026-11-10, \w+: “Retry the payment when the client times out” .+It changed /,
  );
  expect(of('unfinished').join('\n')).toContain('Show the invoices');
  expect(text.indexOf('## Watch out')).toBeLessThan(text.indexOf('## Past work'));
  expect(tokens).toBeLessThanOrEqual(budget);
  expect(budget).toBe(3000);
});

test('a planner is told how long, what not, what with it, how such work ended and how it is done', async () => {
  const { client } = await aShop();
  const { sections, budget } = await client.call('context', { task: TASK, for: 'planner' });
  expect(sections.map(({ name }) => name)).toEqual([
    'task_calibration',
    'dead_end',
    'causal_dependency',
    'work_unit_outcome',
    'requirement',
    'workflow_recipe',
  ]);
  expect(sections[3]!.lines[0]).toMatchObject({ episode: expect.any(String), memory: null });
  expect(budget).toBe(2500);
});

test('a tester is told what it must do, which errors come back and how it behaves', async () => {
  const { client } = await aShop();
  const { sections, phase } = await client.call('context', { task: 'Test the payment page', for: 'qa' });
  expect(phase).toBe('validate');
  expect(sections.map(({ name }) => name)).toEqual([
    'requirement',
    'error_pattern',
    'e2e_observation',
    'commands',
  ]);
});

test('what was decided is for planners and testers too; a tester hears which checks failed again and again', async () => {
  const { engine, client } = await aShop();
  const decision = 'Payments go through Stripe only, since refunds are audited there';
  const asked = async (role: 'planner' | 'qa') =>
    (await client.call('context', { task: 'Test that payments go through Stripe', for: role })).text;
  for (const role of ['planner', 'qa'] as const) expect(await asked(role)).toContain(decision);
  expect(await asked('qa')).not.toContain('FAIL invoices');
  worked(
    engine,
    [
      { prompt: 'Look at the invoices again' },
      { run: 'pnpm test', says: 'FAIL invoices: expected 3 to be 4', fails: true },
    ],
    { session: 'broken again', at: NOON - DAY },
  );
  expect(await asked('qa')).toMatch(
    /- `pnpm test`: “FAIL invoices: expected <n> to be <n>” \(2 sessions, not resolved yet: `sqrl history errors \w{8}`\)/,
  );
});

test('a coder is given files with reasons, and what they say only when that is asked for', async () => {
  const { client, project } = await aShop();
  symlinkSync('/etc/hostname', join(project, 'src/pay/host.ts'));
  writeFileSync(
    join(project, 'src/pay/client.ts'),
    `const key = 'ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}';\n`,
  );
  const plain = await client.call('context', { task: TASK, for: 'coder' });
  expect(plain.contents).toEqual({});
  expect(plain.files.length).toBeGreaterThan(1);
  expect(plain.files.length).toBeLessThanOrEqual(12);
  expect(plain.budget).toBe(32_000);
  expect(plain.text).toMatch(/^## Files likely to be needed\n- `src\/pay\//);
  const asked = { task: `${TASK}, see src/pay/host.ts`, for: 'coder', contents: true } as const;
  const full = await client.call('context', asked);
  expect(full.contents!['src/pay/retry.ts']).toBe('export const TIMEOUT = 3000;\n');
  expect(JSON.stringify(full)).not.toContain('ghp_a1');
  expect(full.contents).not.toHaveProperty('src/pay/host.ts');
  const small = await client.call('context', { ...asked, budget: 60 });
  expect(small.tokens).toBeLessThanOrEqual(60);
});

test('past tasks like this one come with their outcome, in words and in meaning', async () => {
  const { engine, client } = await aShop();
  await embedPassages(engine);
  const { tasks } = await client.call('similarTasks', {
    task: 'payments should be tried again after a timeout',
  });
  expect(tasks[0]).toMatchObject({
    task: 'Retry the payment when the client times out',
    status: 'completed',
    filesChanged: ['src/pay/client.ts', 'src/pay/retry.ts'],
    session: 'past',
    why: [expect.stringContaining('payment'), expect.stringMatching(/^meaning 0\.\d\d$/)],
  });
  expect((await client.call('similarTasks', { task: 'Translate the imprint into Danish' })).tasks).toEqual(
    [],
  );
});

test('the task that runs in these very words is not similar to itself', async () => {
  const { engine, client } = await aShop();
  worked(engine, [{ prompt: TASK }, { read: 'src/pay/client.ts' }, { reply: 'Reading.' }], {
    session: 'now',
    at: NOON - 60_000,
  });
  const { tasks } = await client.call('similarTasks', { task: TASK });
  expect(tasks.map(({ session }) => session)).not.toContain('now');
});

test('a new project, without code, history or embedder, says nothing and fails at nothing', async () => {
  const { client } = open({ settings: '[search]\nmeaning = 0\n' });
  for (const role of ['task', 'planner', 'coder', 'qa'] as const)
    expect(await client.call('context', { task: TASK, for: role, contents: true })).toMatchObject({
      text: '',
      tokens: 0,
      sections: [],
      files: [],
      notices: [],
    });
  expect((await client.call('similarTasks', { task: TASK })).tasks).toEqual([]);
});

test('never over budget, never what is doubtful, and the same answer twice', async () => {
  const { engine, client, ids } = await aShop({ settings: '[search]\nrerank = false\n' });
  const { sql } = engine.own.store;
  const bad = [
    ['tainted = 1', 'The payment gateway wants a header called X-Retry'],
    ['needs_review = 1', 'Backoff for payment calls should be doubled each time'],
    [`expires_at = ${NOON - 1}`, 'The payment client is frozen until the audit is over'],
    ["branch = 'other'", 'The retry of payments was moved into a queue'],
    ['confidence = 0.2', 'Clients of the payment API seem to share one socket'],
  ] as const;
  const never: string[] = [];
  for (const [doubt, text] of bad) {
    const { id } = await client.call('remember', { type: 'gotcha', text, confidence: 0.9 });
    const found = await contextFor(engine, { task: text, for: 'task' });
    expect(JSON.stringify(found)).toContain(id);
    sql(`update memory set verified = 0, ${doubt} where id = ?`).run(id);
    never.push(id);
  }
  const rejected = await client.call('remember', {
    type: 'gotcha',
    text: 'Retry the payment client ten times',
  });
  await client.call('reject', { ids: [rejected.id] });
  const old = await client.call('remember', {
    type: 'decision',
    key: 'pay.retry',
    text: 'Payment retry: none',
  });
  await client.call('remember', {
    type: 'decision',
    key: 'pay.retry',
    text: 'Payment retry: twice, with backoff',
  });
  never.push(rejected.id, old.id);
  const words = [
    'payment',
    'retry',
    'client',
    'Stripe',
    'tests',
    'src/pay/client.ts',
    'backoff',
    'invoices',
    '<|endoftext|>',
    '```',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('task', 'planner', 'coder', 'qa'),
      fc.integer({ min: 0, max: 400 }),
      async (said, role, budget) => {
        const asked = { task: said.join(' '), for: role, budget, contents: true } as const;
        const one = await contextFor(engine, asked);
        expect(await contextFor(engine, asked)).toEqual(one);
        expect(one.tokens).toBe(one.text === '' ? 0 : estimateTokens(one.text));
        expect(one.tokens).toBeLessThanOrEqual(budget);
        const told = JSON.stringify(one);
        for (const id of never) expect(told).not.toContain(id);
      },
    ),
    { numRuns: runs(8) },
  );
  expect(Object.keys(ids)).toHaveLength(shop.length);
});
