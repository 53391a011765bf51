import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settleStoredSession } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { addSaid, type Said } from '@sqrl/squirrel/store/testing/said.ts';
import { expect, test } from 'vitest';
import { type Opened, open, temporaryFolder } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';

const MONDAY = Date.UTC(2026, 10, 16, 12);

/** A repository with a commit a day up to Monday, each of a subject and its files with their contents. */
function repository(commits: readonly { subject: string; files: Record<string, string> }[]): string {
  const root = join(temporaryFolder(), 'shop');
  mkdirSync(root, { recursive: true });
  const git = (args: readonly string[], at = MONDAY) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        GIT_AUTHOR_DATE: new Date(at).toISOString(),
        GIT_COMMITTER_DATE: new Date(at).toISOString(),
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
    });
  git(['init', '-q', '-b', 'main']);
  commits.forEach(({ subject, files }, i) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git(['add', '-A']);
    git(['commit', '-q', '-m', subject], MONDAY - (commits.length - 1 - i) * 864e5);
  });
  return root;
}

const COMMITS: { subject: string; files: Record<string, string> }[] = [
  { subject: 'Start the shop', files: { 'README.md': '# Shop\n' } },
  {
    subject: 'Retry payments three times\n\nThe bank drops one call of a hundred.',
    files: { 'src/pay.ts': 'export function retryPayment(times = 3) {\n  return times;\n}\n' },
  },
  { subject: 'Print receipts in two columns', files: { 'src/receipt.ts': 'export const columns = 2;\n' } },
];

const shop = () => open({ project: repository(COMMITS), now: () => MONDAY + 3600_000 });

function say({ engine }: Opened, said: readonly Said[], session = 's1', at = MONDAY - 864e5): void {
  const { store } = engine.own;
  settleStoredSession(store, addSaid(store, said, { session, at }));
}

test.each(['Which commit made payments retry?', 'When was the payment retry changed?'])(
  'commits answer where a question asks for them, and open by their id: %s',
  async (question) => {
    const { client } = shop();
    const { commits, by } = await client.call('ask', { question });
    expect(by).toBe('extract');
    expect(commits.map(({ subject }) => subject)).toEqual(['Retry payments three times']);
    expect(commits[0]).toMatchObject({ author: 'Ada', at: MONDAY - 864e5, files: ['src/pay.ts'] });
    expect(await client.call('commit', { id: commits[0]!.id })).toMatchObject({
      subject: 'Retry payments three times',
      body: 'The bank drops one call of a hundred.',
    });
  },
);

test('a time or a file narrows the commits', async () => {
  const { client } = shop();
  const subjects = async (question: string) =>
    (await client.call('ask', { question })).commits.map(({ subject }) => subject);
  expect(await subjects('Which commits were made yesterday?')).toEqual(['Retry payments three times']);
  expect(await subjects('Which commits changed src/receipt.ts?')).toEqual(['Print receipts in two columns']);
  expect(await subjects('Quel commit touche src/pay.ts ?')).toEqual(['Retry payments three times']);
});

test('a question that does not ask for them gets neither commits nor code, and one for the layer only that', async () => {
  const opened = shop();
  const { client } = opened;
  say(opened, [{ kind: 'prompt', text: 'Payments retry three times because the bank drops calls' }]);
  await client.call('remember', { text: 'Receipts are printed in two columns', type: 'decision' });
  const plain = await client.call('ask', { question: 'How often do payments retry?' });
  expect(plain).toMatchObject({ commits: [], code: [] });
  expect(plain.passages).toHaveLength(1);
  const only = await client.call('ask', { question: 'payments retry', in: ['commits'] });
  expect(only).toMatchObject({ citations: [], passages: [], code: [] });
  expect(only.commits).toHaveLength(1);
  const memories = await client.call('ask', { question: 'receipts in columns', in: ['memories'] });
  expect(memories).toMatchObject({ passages: [], commits: [] });
  expect(memories.citations).toHaveLength(1);
});

test('code answers with its path and line', async () => {
  const { client } = shop();
  const { code } = await client.call('ask', { question: 'Where is the retry of a payment implemented?' });
  expect(code[0]).toMatchObject({ path: 'src/pay.ts', line: 1 });
  const { code: french } = await client.call('ask', { question: 'Quelle fonction fait le retry payment ?' });
  expect(french[0]).toMatchObject({ path: 'src/pay.ts' });
});

test('without git the rest of the answer comes, with a notice', async () => {
  const opened = shop();
  say(opened, [{ kind: 'prompt', text: 'Payments retry three times because the bank drops calls' }]);
  const { ask } = await import('@sqrl/squirrel/recall/ask/ask.ts');
  const engine = { ...opened.engine, env: { PATH: '/nowhere' } };
  const answer = await ask(engine, {
    question: 'When was it added that payments retry three times?',
    limit: 6,
    compose: false,
  });
  expect(answer.commits).toEqual([]);
  expect(answer.notices.map(({ message }) => message)).toContainEqual(expect.stringContaining('git'));
  expect(answer.passages).toHaveLength(1);
});

test('a memory from a note says which one', async () => {
  const { client, home } = shop();
  mkdirSync(join(home, 'notes'), { recursive: true });
  const path = join(home, 'notes', 'bank.md');
  writeFileSync(path, '# Bank\n\nThe bank closes its test system on Sundays.\n');
  await client.call('remember', { text: 'The bank calls are made over HTTPS', type: 'decision' });
  await client.call('index', { watch: false });
  const { citations } = await client.call('ask', { question: 'When does the bank close its test system?' });
  expect(citations[0]).toMatchObject({ note: path, text: expect.stringContaining('Sundays') });
  const notes = await client.call('ask', { question: 'What do we know of the bank?', in: ['notes'] });
  expect(notes.citations.map(({ note }) => note)).toEqual([path]);
});

test('a question what was done about something lists the past tasks', async () => {
  const opened = shop();
  say(opened, [
    { kind: 'prompt', text: 'Make the receipt printer work with thermal paper rolls' },
    { kind: 'call', tool: 'edit', toolName: 'Edit', text: '', call: 'c1' },
    { kind: 'reply', text: 'The receipt printer handles thermal paper rolls now.' },
  ]);
  const { tasks } = await opened.client.call('ask', {
    question: 'What did we do about the receipt printer and thermal paper?',
  });
  expect(tasks).toHaveLength(1);
  expect(tasks[0]).toMatchObject({
    task: expect.stringContaining('thermal paper'),
    said: { text: 'The receipt printer handles thermal paper rolls now.' },
  });
});

test('an agent reads commits as quotations under a heading, and opens one', async () => {
  const { client } = shop();
  const { agent } = await meet(client);
  const recalled = await agent.callTool({
    name: 'recall',
    arguments: { question: 'retry of payments', in: 'commits' },
  });
  expect(textOf(recalled)).toMatch(
    /^## Commits\n- \(2026-11-15, Ada\) "Retry payments three times" changed `src\/pay\.ts` \[commit:[0-9a-f]{12}\]$/,
  );
  const [, id] = /\[(commit:\w+)\]/.exec(textOf(recalled))!;
  const opened = await agent.callTool({ name: 'history', arguments: { about: 'commit', of: id } });
  expect(textOf(opened)).toContain('“The bank drops one call of a hundred.”');
});

test('search finds commits too where they are asked for', async () => {
  const { client } = shop();
  const found = await client.call('find', { question: 'receipt columns', in: ['commits', 'code'] });
  expect(found.commits.map(({ subject }) => subject)).toEqual(['Print receipts in two columns']);
  expect(found.code[0]).toMatchObject({ path: 'src/receipt.ts' });
});

test('a question which commands fail names the command, and another one that works', async () => {
  const opened = shop();
  const { store } = opened.engine.own;
  const failed = { kind: 'result', tool: 'run', outcome: 'failed', exitCode: 1 } as const;
  const worked = { kind: 'result', tool: 'run', outcome: 'ok', exitCode: 0, text: '' } as const;
  for (const n of [1, 2, 3])
    say(
      opened,
      [
        { kind: 'prompt', text: 'Run the tests of the shop' },
        { ...failed, command: 'bun test', call: `a${n}`, text: 'error: Database connection failed' },
        { ...worked, command: 'bun run test', call: `b${n}` },
        { kind: 'reply', text: 'The tests pass.' },
      ],
      `s${n}`,
      MONDAY - n * 864e5,
    );
  expect(store.sql('select count(*) as n from failure').get()!.n).toBe(1);
  for (const question of [
    'Which commands fail here, and what works instead?',
    'Quelles commandes échouent ici ?',
  ])
    expect((await opened.client.call('ask', { question })).failures).toMatchObject([
      { command: 'bun test', times: 3, sessions: 3, fix: { command: 'bun run test', times: 3 } },
    ]);
});

test('a question about a time without work says when there was some, and quotes no memory', async () => {
  const opened = shop();
  say(opened, [{ kind: 'prompt', text: 'Print wider receipts' }], 's1', MONDAY - 10 * 864e5);
  await opened.client.call('remember', {
    text: 'What happened yesterday is told in the log',
    type: 'decision',
  });
  const { by, citations, notices } = await opened.client.call('ask', {
    question: 'What happened yesterday?',
  });
  expect({ by, citations }).toEqual({ by: 'nothing', citations: [] });
  expect(notices.map(({ message }) => message)).toContain(
    'No work is recorded from 2026-11-15 to 2026-11-15. The latest before is of 2026-11-06.',
  );
});
