import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const CLAUDE = `# CLAUDE.md

@docs/style.md

- Never mock the database in integration tests
- Always write migrations by hand
`;
const STYLE = '- Always use tabs for indentation\n';
const AGENTS = '- Always run the linter before a commit\n';
const OWN = 'Always deploy from the release branch';

/** A project whose rule files were taught, with one rule that stands in none of them. */
async function taught(claude = CLAUDE) {
  const project = join(temporaryFolder(), 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, 'docs'));
  writeFileSync(join(project, 'CLAUDE.md'), claude);
  writeFileSync(join(project, 'docs', 'style.md'), STYLE);
  writeFileSync(join(project, 'AGENTS.md'), AGENTS);
  const { client } = open({ project, settings: '[delivery]\nholdout = false\n' });
  await client.call('teach', {});
  await client.call('teach', { paths: [join(project, 'docs', 'style.md')] });
  await client.call('remember', { text: OWN, type: 'requirement' });
  const tell = async (
    name: HookClient,
    moment: { point: 'session start' } | { point: 'prompt'; text: string; files: string[] },
  ) => client.call('deliver', { client: name, session: `of-${name}`, moment });
  return { client, tell };
}

test('at the start of a session a client is not told what it loads itself; others are', async () => {
  const { tell } = await taught();
  const claude = await tell('claude-code', { point: 'session start' });
  expect(claude.text).toContain('release branch');
  expect(claude.text).toContain('linter');
  expect(claude.text).not.toMatch(/migrations|tabs/);
  const codex = await tell('codex', { point: 'session start' });
  expect(codex.text).toMatch(/release branch/);
  expect(codex.text).toMatch(/migrations/);
  expect(codex.text).toMatch(/tabs/);
  expect(codex.text).not.toContain('linter');
});

test('nor at a prompt, and the reason is given', async () => {
  const { tell } = await taught();
  const prompt = {
    point: 'prompt' as const,
    text: 'Write the migrations for the new orders table by hand',
    files: [],
  };
  const claude = await tell('claude-code', prompt);
  expect(claude.text).not.toContain('migrations by hand');
  expect(claude.left.map(({ because }) => because)).toContainEqual(`the client loads CLAUDE.md itself`);
  expect((await tell('codex', prompt)).text).toContain('migrations by hand');
});

test('a context for a task leaves out what the client loads; asked for by a question it is found', async () => {
  const { client } = await taught();
  const task = 'Write the migrations for the new orders table by hand';
  expect((await client.call('context', { task, client: 'claude-code' })).text).not.toContain('by hand');
  for (const other of [{}, { client: 'codex' as const }])
    expect((await client.call('context', { task, ...other })).text).toContain('migrations by hand');
  const { text } = await client.call('recall', { question: 'How are migrations written?' });
  expect(text).toContain('migrations by hand');
});

test('a rule that stands in no file has its place beside hundreds that do', async () => {
  const many = Array.from({ length: 230 }, (_, n) => `- Always keep ${WORDS[n % 10]} ${n} in order\n`).join(
    '',
  );
  const { tell } = await taught(many);
  const claude = await tell('claude-code', { point: 'session start' });
  expect(claude.text).toContain('release branch');
  expect(claude.text).not.toContain('in order');
});

const WORDS = [
  'shelf',
  'drawer',
  'ledger',
  'queue',
  'folder',
  'table',
  'index',
  'batch',
  'ticket',
  'invoice',
];
