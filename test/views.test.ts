import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runs } from '@sqrl/base/testing/runs.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { PitfallsView, ProjectBriefView } from '@sqrl/squirrel/recall/views/views.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { worked } from './support/work.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;

/** A project on the disk, with a clock that can be moved. */
function aProject() {
  const project = join(temporaryFolder(), 'shop');
  mkdirSync(join(project, 'src/pay'), { recursive: true });
  const clock = { at: NOON };
  const opened = open({ project, now: () => clock.at });
  const { client } = opened;
  return {
    ...{ ...opened, project, clock },
    brief: async () =>
      (await client.call('views', { names: ['project_brief'] })).views[0] as ProjectBriefView,
    pitfalls: async (asked: { files?: string[]; task?: string } = {}) =>
      (await client.call('views', { names: ['pitfalls'], ...asked })).views[0] as PitfallsView,
  };
}

test("the user's style is what is preferred everywhere, but for what this project prefers", async () => {
  const { client, project } = aProject();
  const everywhere = { type: 'preference', scope: 'global', confidence: 0.9 } as const;
  await client.call('remember', {
    ...everywhere,
    key: 'style.quotes',
    text: 'Single quotes',
    tags: ['style'],
  });
  await client.call('remember', {
    ...everywhere,
    key: 'style.async',
    text: 'async/await for all I/O',
    tags: [],
  });
  await client.call('remember', {
    type: 'preference',
    key: 'style.quotes',
    text: 'Double quotes here',
    confidence: 0.8,
  });
  await client.call('remember', { type: 'gotcha', text: 'The staging database is wiped every Sunday' });
  const { views } = await client.call('views', { names: ['user_style'], user: 'alice' });
  expect(views).toEqual([
    {
      type: 'user_style_view',
      project_id: project,
      user_id: 'alice',
      generated_at: new Date(NOON).toISOString(),
      token_estimate: estimateTokens(views[0]!.markdown),
      items: [
        {
          key: 'style.async',
          summary: 'async/await for all I/O',
          tags: [],
          importance: 1,
          memory_id: expect.any(String),
        },
        expect.objectContaining({ key: 'style.quotes', summary: 'Double quotes here' }),
      ],
      markdown: expect.stringMatching(/^# User style\n\n## Code\n\n- async\/await for all I\/O \[Memory #/),
    },
  ]);
});

test('a project is summed up by its parts, key facts, commands and hot spots', async () => {
  const { engine, client, project, brief: briefNow } = aProject();
  writeFileSync(join(project, 'package.json'), '{"name":"shop","main":"src/main.ts"}');
  writeFileSync(join(project, 'src/main.ts'), "import { pay } from './pay/client.ts';\npay();\n");
  writeFileSync(
    join(project, 'src/pay/client.ts'),
    "import { T } from './retry.ts';\nexport const pay = () => T;\n",
  );
  writeFileSync(join(project, 'src/pay/retry.ts'), 'export const T = 3;\n');
  expect((await briefNow()).modules).toEqual([]);
  await client.call('graphIndex', {});
  await client.call('remember', {
    type: 'decision',
    key: 'tool.database',
    text: 'PostgreSQL with async drivers',
  });
  await client.call('remember', {
    type: 'preference',
    key: 'command.test',
    text: 'Run the tests with `pnpm test`',
  });
  worked(
    engine,
    [
      { prompt: 'Retry payments' },
      { edit: 'src/pay/client.ts' },
      { edit: 'src/pay/client.ts' },
      { reply: 'Done.' },
    ],
    { at: NOON - 60 * MINUTE },
  );
  const brief = await briefNow();
  expect(brief).toMatchObject({
    type: 'project_brief_view',
    project_id: project,
    key_facts: ['Database: PostgreSQL with async drivers'],
    commands: [{ key: 'command.test', summary: 'Run the tests with `pnpm test`' }],
    hot_spots: [{ path: 'src/pay/client.ts', changed: 2 }],
  });
  expect(brief.modules.length).toBeGreaterThan(0);
  expect(brief.modules.flatMap(({ paths }) => paths).join(' ')).toContain('src/');
  expect(brief.markdown).toMatch(/## Key facts\n\n- Database: PostgreSQL .+\[Memory #/);
  expect(brief.token_estimate).toBe(estimateTokens(brief.markdown));
});

test('pitfalls are those of the paths that are asked for, and of the task first', async () => {
  const { client, pitfalls } = aProject();
  const trap = async (text: string, files: string[]) =>
    client.call('remember', { type: 'gotcha', text, files, confidence: 0.9 });
  await trap('A charge is never retried without an idempotency key', ['src/pay/client.ts']);
  await trap('Timeouts are in seconds here, unlike everywhere else', ['src/pay/retry.ts']);
  await trap('Invoices are numbered per country', ['src/account/invoices.ts']);
  const texts = async (asked: Parameters<typeof pitfalls>[0]) =>
    (await pitfalls(asked)).items.map(({ summary }) => summary.split(' ')[0]);
  expect((await texts({})).sort()).toEqual(['A', 'Invoices', 'Timeouts']);
  expect((await texts({ files: ['src/pay'] })).sort()).toEqual(['A', 'Timeouts']);
  expect(await texts({ files: ['src/pay/retry.ts'] })).toEqual(['Timeouts']);
  expect(await texts({ files: ['src/pa'] })).toEqual([]);
  expect((await texts({ task: 'Number the invoices of each country' }))[0]).toBe('Invoices');
});

test('a view is made of what is known now', async () => {
  const { client, pitfalls } = aProject();
  const { id } = await client.call('remember', {
    type: 'gotcha',
    text: 'The staging database is wiped on Sundays',
  });
  await client.call('remember', { type: 'gotcha', text: 'Ports below 1024 are blocked' });
  expect((await pitfalls()).items).toHaveLength(2);
  await client.call('forget', { ids: [id] });
  expect((await pitfalls()).items).toMatchObject([{ summary: 'Ports below 1024 are blocked' }]);
});

test('views are written only when asked, a second time changes nothing, and removing undoes it', async () => {
  const { client, project, clock } = aProject();
  await client.call('remember', { type: 'gotcha', text: 'Ports below 1024 are blocked' });
  const before = readdirSync(project);
  await client.call('views', {});
  expect(readdirSync(project)).toEqual(before);
  const { written } = await client.call('views', { write: true });
  expect(written).toHaveLength(6);
  const file = join(project, '.ctx/views/pitfalls.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ type: 'pitfalls_view' });
  expect(readFileSync(join(project, '.ctx/views/pitfalls.md'), 'utf8')).toContain('Ports below 1024');
  const at = statSync(file).mtimeMs;
  clock.at += 60 * MINUTE;
  expect(await client.call('views', { write: true })).toMatchObject({ written: [], unchanged: written });
  expect(statSync(file).mtimeMs).toBe(at);
  expect((await client.call('removeViews', {})).removed).toEqual(written);
  expect(readdirSync(project)).toEqual(before);
});

test('what somebody else has put there is neither written over nor removed, and no link is followed', async () => {
  const { client, project } = aProject();
  mkdirSync(join(project, '.ctx/views'), { recursive: true });
  writeFileSync(join(project, '.ctx/views/pitfalls.md'), '# Mine\n');
  await expect(client.call('views', { write: true, names: ['pitfalls'] })).rejects.toThrow(
    'was not written by sqrl',
  );
  await client.call('removeViews', {});
  expect(readFileSync(join(project, '.ctx/views/pitfalls.md'), 'utf8')).toBe('# Mine\n');

  const other = aProject();
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(other.project, '.ctx'));
  await expect(other.client.call('views', { write: true })).rejects.toThrow('.ctx already exists');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a new project has empty views, and none of them says anything', async () => {
  const { client } = open();
  const { views } = await client.call('views', {});
  expect(views.map(({ type, markdown, token_estimate }) => [type, markdown, token_estimate])).toEqual([
    ['user_style_view', '', 0],
    ['project_brief_view', '', 0],
    ['pitfalls_view', '', 0],
  ]);
  await expect(client.call('views', { write: true })).rejects.toThrow('Not in a project');
  expect(existsSync('/projects/shop')).toBe(false);
});

test('no view ever tells what is doubtful, and each says the same twice', async () => {
  const { engine, client } = aProject();
  const { sql } = engine.own.store;
  const types = ['preference', 'gotcha', 'decision', 'module_insight'] as const;
  const states = [
    "status = 'deprecated'",
    'tainted = 1',
    'needs_review = 1',
    `expires_at = ${NOON - 1}`,
    "branch = 'b'",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          type: fc.constantFrom(...types),
          doubt: fc.option(fc.constantFrom(...states)),
          key: fc.option(fc.constantFrom('tool.cache', 'style.quotes', 'command.test')),
          // A question is not remembered.
          text: fc.string({ minLength: 4, maxLength: 60 }).filter((text) => /\w{3}[^?]*$/.test(text)),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      async (drafts) => {
        sql('delete from memory').run();
        const never = new Set<string>();
        for (const { doubt, key, ...draft } of drafts) {
          const { id, superseded } = await client.call('remember', {
            ...draft,
            confidence: 0.9,
            ...(key && { key }),
          });
          for (const old of superseded) never.add(old);
          if (doubt) sql(`update memory set verified = 0, ${doubt} where id = ?`).run(id);
          if (doubt) never.add(id);
        }
        const { views } = await client.call('views', {});
        expect(await client.call('views', {})).toMatchObject({ views });
        for (const id of never) expect(JSON.stringify(views)).not.toContain(id);
      },
    ),
    { numRuns: runs(6) },
  );
});
