import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const RULES = `# CLAUDE.md

## Testing

- Run unit tests with \`pnpm test:unit\`
- Never mock the database in integration tests

## Style

We write comments only where the code cannot say why.

\`\`\`sh
pnpm install
\`\`\`
`;

function project(): string {
  const folder = join(temporaryFolder(), 'shop');
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(folder, 'packages', 'api'), { recursive: true });
  writeFileSync(join(folder, 'CLAUDE.md'), RULES);
  writeFileSync(
    join(folder, 'packages', 'api', 'AGENTS.md'),
    'Handlers return problems, they never throw.\n',
  );
  return folder;
}

type Client = ReturnType<typeof open>['client'];
const held = async (client: Client) =>
  (await client.call('list', { filter: {}, limit: 50, offset: 0, order: 'oldest' })).memories.map(
    ({ text }) => text,
  );

test('rule files of another repository below the project are not its own', async () => {
  const folder = project();
  mkdirSync(join(folder, 'clones', 'lib', '.git'), { recursive: true });
  mkdirSync(join(folder, 'clones', 'lib', 'docs'));
  for (const path of ['AGENTS.md', 'docs/AGENTS.md'])
    writeFileSync(join(folder, 'clones', 'lib', path), 'Call every variable x.\n');
  const { client } = open({ project: folder });
  expect((await client.call('teach', {})).files).toHaveLength(2);
});

test('every rule of a rule file becomes a memory that knows its line', async () => {
  const { client } = open({ project: project() });
  const { files } = await client.call('teach', {});
  expect(files.map(({ rules, added, scope }) => ({ rules, added, scope }))).toEqual([
    { rules: 3, added: 3, scope: 'project' },
    { rules: 1, added: 1, scope: 'path' },
  ]);
  const { memories } = await client.call('list', { filter: {}, limit: 50, offset: 0, order: 'oldest' });
  const mock = memories.find(({ text }) => text.includes('mock'))!;
  expect(mock).toMatchObject({
    text: 'Testing: Never mock the database in integration tests',
    type: 'gotcha',
  });
  expect((await client.call('get', { id: mock.id })).evidence).toMatchObject([
    { proof: 'rule_file', events: ['CLAUDE.md:6'] },
  ]);
  expect(memories.find(({ text }) => text.includes('Handlers'))).toMatchObject({
    scope: 'path',
    scopeOf: 'packages/api',
  });
});

test('reading a rule file again changes nothing, and looking at it reads nothing', async () => {
  const { client } = open({ project: project() });
  expect((await client.call('teach', { dryRun: true })).files[0]).toMatchObject({ rules: 3, added: 3 });
  expect(await held(client)).toEqual([]);
  await client.call('teach', {});
  const before = await held(client);
  expect((await client.call('teach', {})).files[0]).toMatchObject({ known: 3, added: 0, removed: 0 });
  expect(await held(client)).toEqual(before);
});

test('an import is previewed with its texts and undone as one action, except what was changed since', async () => {
  const folder = project();
  const { client } = open({ project: folder });
  const preview = () => client.call('teach', { dryRun: true });
  const { files: before, action: none } = await preview();
  expect(none).toBeNull();
  expect(before.map(({ fresh }) => fresh)).toEqual([
    [
      'Testing: Run unit tests with `pnpm test:unit`',
      'Testing: Never mock the database in integration tests',
      'Style: We write comments only where the code cannot say why.\npnpm install',
    ],
    ['Handlers return problems, they never throw.'],
  ]);
  const { action } = await client.call('teach', {});
  expect((await preview()).files.map(({ fresh }) => fresh)).toEqual([[], []]);
  expect(await client.call('undo', {})).toMatchObject({ action, did: 'imported', left: [] });
  expect(await held(client)).toEqual([]);
  expect(await preview()).toEqual({ files: before, notices: [], action: null });

  // A second import: a rule that went comes back, one that came goes, and one that the person pinned stays.
  await client.call('teach', {});
  writeFileSync(
    join(folder, 'CLAUDE.md'),
    `${RULES.replace('- Never mock the database in integration tests\n', '')}\n- Ask before adding a dependency\n\n- Branches are named after their ticket\n`,
  );
  expect((await preview()).files[0]).toMatchObject({ gone: [before[0]!.fresh[1]] });
  await client.call('teach', {});
  const { memories } = await client.call('list', { limit: 50 });
  await client.call('pin', { id: memories.find(({ text }) => text.includes('ticket'))!.id });
  const [, second] = (await client.call('actions', {})).actions;
  const { undone, left } = await client.call('undo', { action: second!.id });
  expect(undone.map(({ text }) => text).sort()).toEqual(
    [before[0]!.fresh[1], 'Style: Ask before adding a dependency'].sort(),
  );
  expect(left).toHaveLength(1);
  expect(await held(client)).toContain('Style: Branches are named after their ticket');
  expect((await preview()).files[0]).toMatchObject({ fresh: ['Style: Ask before adding a dependency'] });
});

test('memories follow the edits of their file: what is changed is replaced, what is taken out goes', async () => {
  const folder = project();
  const { client } = open({ project: folder });
  await client.call('teach', {});
  const edited = RULES.replace('pnpm test:unit`', 'pnpm test`').replace(
    '- Never mock the database in integration tests\n',
    '',
  );
  writeFileSync(join(folder, 'CLAUDE.md'), `${edited}\n- Ask before adding a dependency\n`);
  const { rules } = await client.call('learn', {});
  expect(rules).toEqual({ added: 1, changed: 1, removed: 1 });
  expect((await client.call('learn', {})).rules).toEqual({ added: 0, changed: 0, removed: 0 });
  const now = await held(client);
  expect(now).toContain('Testing: Run unit tests with `pnpm test`');
  expect(now).toContain('Style: Ask before adding a dependency');
  expect(now.filter((text) => text.includes('test:unit') || text.includes('mock'))).toEqual([]);
});

test('a rule file that is gone takes its memories along, except what a person confirmed', async () => {
  const folder = project();
  const { client } = open({ project: folder });
  await client.call('teach', {});
  const { memories } = await client.call('list', { filter: {}, limit: 50, offset: 0, order: 'oldest' });
  const kept = memories.find(({ text }) => text.includes('comments'))!;
  await client.call('change', { id: kept.id, to: { verified: true } });
  rmSync(join(folder, 'CLAUDE.md'));
  await client.call('learn', {});
  expect(await held(client)).toEqual([kept.text, 'Handlers return problems, they never throw.']);
});

test('a file that is not there, or is no text, is told and nothing is lost', async () => {
  const folder = project();
  const { client } = open({ project: folder });
  writeFileSync(join(folder, 'rules.bin'), Uint8Array.of(1, 0, 2));
  const { files } = await client.call('teach', {
    paths: [join(folder, 'none.md'), join(folder, 'rules.bin')],
  });
  expect(files.map(({ because }) => because)).toEqual(['the file does not exist', 'it is not text']);
});

test('a line that says what a command is for is a rule, and another command takes its place', async () => {
  const folder = project();
  const rules = (command: string) =>
    writeFileSync(
      join(folder, 'CLAUDE.md'),
      `# CLAUDE.md\n\n- Tests: \`${command}\`\n- Lint: \`pnpm lint\`\n`,
    );
  rules('pnpm test');
  const { client } = open({ project: folder });
  await client.call('teach', { paths: [join(folder, 'CLAUDE.md')] });
  rules('pnpm vitest run');
  await client.call('learn', {});
  const { memories } = await client.call('list', { limit: 50, order: 'oldest' });
  expect(memories.map(({ text, key }) => ({ text, key }))).toEqual([
    { text: 'Lint: `pnpm lint`', key: 'command.lint' },
    { text: 'Tests: `pnpm vitest run`', key: 'command.test' },
  ]);
});
