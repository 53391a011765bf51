import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeWriter } from './support/claude-writer.ts';
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
    todo: null,
    changed: [],
    failure: null,
    next: null,
    text: '',
  });
});

test('the task list of the last session is told as far as it is open, of each client’s tools', async () => {
  const { engine, client } = aProject();
  const cwd = engine.project!.root;
  const ingest = async (name: string, text: string) => {
    const path = join(temporaryFolder(), `${name}.jsonl`);
    writeFileSync(path, text);
    await client.call('ingest', { paths: [path] });
    return (await client.call('where', {})).todo;
  };
  const session = (id: string, hour: number) => {
    const writer = claudeWriter({ session: id, cwd, startedAt: NOON - hour * HOUR, pace: 3000 });
    writer.said('Show the progress of a remediation');
    return writer;
  };
  const older = session('aaaaaaaa-0000-4000-8000-000000000000', 9);
  const todos = [
    { content: 'Add the event type', status: 'completed', activeForm: 'Adding' },
    { content: 'Run tests (all)', status: 'pending', activeForm: 'Running' },
    { content: 'Tell the job manager', status: 'in_progress', activeForm: 'Telling' },
  ];
  older.used('TodoWrite', { todos }, 'Todos have been modified successfully.');
  expect(await ingest('older', older.log())).toEqual({
    ...{ done: 1, of: 3 },
    open: ['Tell the job manager', 'Run tests (all)'],
  });
  const newer = session('bbbbbbbb-0000-4000-8000-000000000000', 6);
  for (const [i, subject] of ['Add the event type', 'Run tests and lint'].entries())
    newer.used(
      'TaskCreate',
      { subject, description: 'In src' },
      `Task #${i + 1} created successfully: ${subject}`,
    );
  newer.used('TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated task #1 status');
  expect(await ingest('newer', newer.log())).toEqual({ done: 1, of: 2, open: ['Run tests and lint'] });
  expect((await client.call('where', {})).text).toContain(
    '## Open on its task list (1 of 2 done)\n- Run tests and lint',
  );
  const at = (n: number) => new Date(NOON - 2 * HOUR + n * 1000).toISOString();
  const plan = [
    { step: 'Inspect the workspace', status: 'completed' },
    { step: 'Delete the "trace" package', status: 'in_progress' },
  ];
  const codex = [
    {
      type: 'session_meta',
      payload: {
        id: 'cccccccc-0000-7000-8000-000000000000',
        cwd,
        timestamp: at(0),
        cli_version: '0.98.0',
        originator: 'codex_cli_rs',
      },
    },
    {
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Remove the trace package' }],
      },
    },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Remove the trace package' } },
    {
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'update_plan',
        call_id: 'a',
        arguments: JSON.stringify({ plan }),
      },
    },
    {
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'a', output: 'Plan updated' },
    },
  ];
  const lines = codex.map((record, n) => JSON.stringify({ timestamp: at(n), ...record }));
  expect(
    await ingest('rollout-2026-11-15T10-00-00-cccccccc-0000-7000-8000-000000000000', `${lines.join('\n')}\n`),
  ).toEqual({
    ...{ done: 1, of: 2 },
    open: ['Delete the "trace" package'],
  });
});
