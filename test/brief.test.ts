import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { addEvidence } from '@sqrl/squirrel/store/memory/belongings.ts';
import { rowById } from '@sqrl/squirrel/store/memory/memories.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { expect, test } from 'vitest';
import { HOUR, keep, NOON, onCommand, opened, SETTINGS, tell } from './support/deliveries.ts';
import { open, temporaryFolder } from './support/home.ts';
import { madeSession } from './support/made-session.ts';

const start = { point: 'session start', because: 'startup' } as const;

const said = (some: Partial<Memory>): Partial<Memory> => ({
  type: 'preference',
  source: 'user_said',
  ...some,
});
const seen = (some: Partial<Memory>): Partial<Memory> => ({ source: 'observer_inferred', ...some });

test('how a command is run and how it fails is one line, with the folder', async () => {
  const engine = opened();
  const recipe = keep(
    engine,
    seen({ type: 'pattern', key: 'command.lint', text: 'Lint with `npm run lint` (passed in 9 sessions).' }),
  );
  const guard = keep(
    engine,
    seen({
      type: 'gotcha',
      text: '`npm run lint` in `web` fails here with “missing script” (3 of 3 times); run it in the root.',
      trigger: onCommand('npm run lint', {
        folder: 'web',
        remedy: { kind: 'with', command: null, folder: '.', variables: [] },
      }),
    }),
  );
  const other = keep(
    engine,
    seen({
      type: 'gotcha',
      text: '`make all` fails here; run `make` instead.',
      trigger: onCommand('make all', {
        remedy: { kind: 'instead', command: 'make', folder: null, variables: [] },
      }),
    }),
  );
  const brief = await tell(engine, start);
  expect(brief.text).toContain(
    `- Lint with \`npm run lint\` (passed in 9 sessions); \`npm run lint\` in \`web\` fails here with “missing script” (3 of 3 times); run it in the root. [Memory #${recipe.id}] [Memory #${guard.id}]`,
  );
  expect(brief.memories).toEqual([recipe.id, guard.id]);
  // Nobody ran it lately, so it is told when it fails.
  expect(brief.memories).not.toContain(other.id);
});

test('a failure that the brief named is told again when it happens', async () => {
  const engine = opened();
  keep(engine, seen({ type: 'pattern', key: 'command.test', text: 'Tests run with `npm test`.' }));
  const guard = keep(
    engine,
    seen({
      type: 'gotcha',
      text: '`npm test` fails here without a database; run `npm run db` first.',
      trigger: onCommand('npm test', {
        remedy: { kind: 'first', command: 'npm run db', folder: null, variables: [] },
        stops: false,
      }),
    }),
  );
  expect((await tell(engine, start)).memories).toContain(guard.id);
  const failed = {
    point: 'after',
    tool: 'run',
    command: 'npm test',
    outcome: 'failed',
    text: 'Error: no database',
  } as const;
  expect((await tell(engine, failed)).memories).toEqual([guard.id]);
  expect((await tell(engine, failed)).memories).toEqual([]);
});

test('nothing is said twice: the fuller wording is told, and a program takes no place of a person', async () => {
  const engine = opened();
  const short = keep(engine, said({ text: 'Never commit secrets' }));
  const full = keep(engine, said({ text: 'Never commit secrets of production', updatedAt: NOON - 5000 }));
  const person = keep(engine, said({ text: 'Use tabs' }));
  const program = keep(engine, seen({ type: 'preference', text: 'Use tabs in every file of the project' }));
  const opposite = keep(engine, said({ text: 'Do not use tabs in YAML' }));
  const brief = await tell(engine, start);
  expect([...brief.memories].sort()).toEqual([full.id, person.id, program.id, opposite.id].sort());
  expect(brief.left).toContainEqual({
    memory: short.id,
    because: `duplicate of ${full.id}`,
  });
});

test('what is judged to repeat another is told once, in the more trusted words', async () => {
  const engine = opened();
  const first = keep(engine, said({ text: 'Answer in short sentences', confidence: 0.95 }));
  const second = keep(engine, said({ text: 'Keep replies brief', confidence: 0.7 }));
  engine.own.store
    .sql(`insert into related_statement (older, newer, verdict, pieces) values (?, ?, 'repeats', '[]')`)
    .run(second.id, first.id);
  expect((await tell(engine, start)).memories).toEqual([first.id]);
});

test('rules of one file are few, those that were used most first', async () => {
  const engine = opened();
  const rules = Array.from({ length: 12 }, (_, i) =>
    keep(engine, {
      type: 'requirement',
      source: 'file_index',
      tags: ['rules:AGENTS.md'],
      text: `Rule number ${i} of the file says something else than the others`,
    }),
  );
  const used = rules[9]!;
  engine.own.store
    .sql('insert into metrics (memory, uses) values (?, 7)')
    .run(rowById(engine.own.store, used.id)!);
  const own = keep(engine, said({ text: 'Answer in short sentences' }));
  const brief = await tell(engine, start);
  expect(brief.memories).toHaveLength(7);
  expect(brief.memories).toContain(own.id);
  const told = brief.memories.filter((id) => id !== own.id);
  expect(told[0]).toBe(used.id);
  expect(brief.left.map(({ because }) => because)).toEqual(Array(6).fill('over 6 rules of AGENTS.md'));
});

/** A project on a branch, with a rule file that Claude Code loads. */
function onBranch(branch: string, claude = '') {
  const project = join(temporaryFolder(), 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  const checkOut = (name: string) =>
    writeFileSync(join(project, '.git', 'HEAD'), `ref: refs/heads/${name}\n`);
  checkOut(branch);
  writeFileSync(join(project, 'CLAUDE.md'), claude);
  const { engine, client } = open({ project, settings: SETTINGS, now: () => NOON });
  return { engine, client, checkOut };
}

test('what stands in a file that the client loads is left out, also where it was learned', async () => {
  const { engine } = onBranch(
    'main',
    '# Shop\n\nWe always use pnpm here, not npm.\n\n```bash\npnpm lint --fix   # lint\n```\n',
  );
  const inFile = keep(engine, said({ text: 'Use pnpm, not npm' }));
  const command = keep(
    engine,
    seen({ type: 'pattern', key: 'command.lint', text: 'Lint with `pnpm lint`.' }),
  );
  const other = keep(
    engine,
    seen({ type: 'pattern', key: 'command.test', text: 'Tests run with `pnpm test`.' }),
  );
  const brief = await tell(engine, start);
  expect(brief.memories).toEqual([other.id]);
  expect(brief.left).toEqual(
    expect.arrayContaining(
      [inFile, command].map(({ id }) => ({
        memory: id,
        because: `the client loads CLAUDE.md itself`,
      })),
    ),
  );
});

test('what holds for a part is told where that is touched, not in the brief', async () => {
  const engine = opened();
  const folder = keep(
    engine,
    said({ text: 'Handlers return a Result', reach: 'part', scope: 'path', scopeOf: 'src/api' }),
  );
  const module = keep(engine, said({ text: 'Prices are integers', reach: 'part', module: 'src/cart' }));
  const file = keep(engine, said({ text: 'Routes are sorted', reach: 'part', files: ['src/routes.ts'] }));
  const command = keep(
    engine,
    said({
      text: 'Seeds are never updated',
      reach: 'part',
      trigger: onCommand('rake db:seed', { stops: false }),
    }),
  );
  const project = keep(engine, said({ text: 'Answer in short sentences' }));
  expect((await tell(engine, start)).memories).toEqual([project.id]);
  const after = async (some: Record<string, unknown>) =>
    (await tell(engine, { point: 'after', ...some } as Parameters<typeof tell>[1])).memories;
  expect(await after({ tool: 'read', files: ['src/web/page.ts'] })).toEqual([]);
  expect(await after({ tool: 'read', files: ['src/api/orders/list.ts'] })).toEqual([folder.id]);
  expect(await after({ tool: 'edit', files: ['src/cart/total.ts'] })).toEqual([module.id]);
  expect(await after({ tool: 'read', files: ['src/routes.ts'] })).toEqual([file.id]);
  expect(await after({ tool: 'run', command: 'rake db:seed' })).toEqual([command.id]);
  expect(await after({ tool: 'run', command: 'rake db:migrate' })).toEqual([]);
});

test('a prompt that names a part brings up what holds for it', async () => {
  const { engine, client } = onBranch('main');
  const { memory } = await client.call('remember', {
    text: 'Handlers return a Result and never throw',
    type: 'requirement',
    scope: 'path',
    scopeOf: 'src/api',
  });
  expect(memory.reach).toBe('part');
  const other = { point: 'prompt', text: 'Rename the button on the settings page' } as const;
  expect((await tell(engine, other, 'other')).memories).toEqual([]);
  const touching = { point: 'prompt', text: 'Add an endpoint for refunds to src/api, please' } as const;
  expect((await tell(engine, touching)).memories).toEqual([memory.id]);
});

test('what was said for a task is told on its branch, and nowhere else', async () => {
  const { engine, checkOut } = onBranch('topic');
  const task = keep(
    engine,
    said({ text: 'No pull request, just a commit', reach: 'task', branch: 'topic', expiresAt: NOON + HOUR }),
  );
  const over = keep(
    engine,
    said({ text: 'Keep the old layout for now', reach: 'task', branch: 'topic', expiresAt: NOON - HOUR }),
  );
  const brief = await tell(engine, start);
  expect(brief.memories).toEqual([task.id]);
  expect(brief.text).toContain('## This task\n- No pull request');
  expect(brief.left.map(({ memory }) => memory)).toContain(over.id);
  checkOut('main');
  const elsewhere = await tell(engine, start, 'two');
  expect(elsewhere.memories).toEqual([]);
  expect(elsewhere.left).toContainEqual({ memory: task.id, because: 'it belongs to another task' });
});

test('without a branch it is told in the session where it was said', async () => {
  const engine = opened();
  madeSession(engine, { id: 'here', at: NOON - HOUR }, [
    { says: 'Only touch the header for now' },
    { edit: 'a.css' },
  ]);
  const task = keep(engine, said({ text: 'Only touch the header', reach: 'task', expiresAt: NOON + HOUR }));
  addEvidence(engine.own.store, rowById(engine.own.store, task.id)!, [
    { proof: 'said', episode: episodeIn(engine, 'here'), events: [], quote: null, at: NOON - HOUR },
  ]);
  expect((await tell(engine, start, 'here')).memories).toEqual([task.id]);
  expect((await tell(engine, start, 'here/agent')).memories).toEqual([task.id]);
  expect((await tell(engine, start, 'elsewhere')).memories).toEqual([]);
});

const episodeIn = ({ own }: Engine, session: string): string =>
  own.store
    .sql('select episode.id from episode join session on session.row = episode.session where session.id = ?')
    .get(session)!.id as string;

test('a reach that is changed brings its end along, and takes it away again', async () => {
  const { client } = open({ settings: SETTINGS, now: () => NOON });
  const { memory } = await client.call('remember', { text: 'Only touch the header', type: 'preference' });
  expect(memory).toMatchObject({ reach: 'project', expiresAt: null });
  const task = await client.call('change', { id: memory.id, to: { reach: 'task' } });
  expect(task.memory).toMatchObject({ reach: 'task', expiresAt: NOON + 7 * 24 * HOUR });
  const again = await client.call('change', { id: memory.id, to: { reach: 'project' } });
  expect(again.memory).toMatchObject({ reach: 'project', expiresAt: null });
  const moved = await client.call('change', { id: memory.id, to: { scope: 'path', scopeOf: 'src' } });
  expect(moved.memory.reach).toBe('part');
});
