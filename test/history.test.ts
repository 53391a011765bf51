import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const logs = (client: string, scenario: string) =>
  fileURLToPath(new URL(`fixtures/logs/${client}/${scenario}`, import.meta.url));

/** The folder in which the clients of the fixtures worked. */
const PROJECT = '/home/dev/tiny';

/** Long after the fixtures were made: nothing in them is still going on. */
const LATER = Date.UTC(2030, 0, 1);

async function after(...read: [client: string, scenario: string][]) {
  const { client } = open({ project: PROJECT, now: () => LATER });
  for (const [name, scenario] of read)
    await client.call('ingest', { paths: [logs(name, scenario)], mine: true });
  return client;
}

test('a file that was read, mended wrongly and mended rightly has that history', async () => {
  const client = await after(['claude-code', 'fix']);
  const { use, steps } = await client.call('fileHistory', { path: `${PROJECT}/calc.js` });
  expect(use).toMatchObject({ looked: 1, changed: 2 });
  expect(steps.map(({ way, outcome }) => [way, outcome])).toEqual([
    ['edit', 'ok'],
    ['edit', 'ok'],
    ['read', 'ok'],
  ]);
  expect(steps.at(-1)).toMatchObject({
    path: 'calc.js',
    why: 'Reading calc.js.',
    contextTokens: expect.any(Number),
    episode: {
      task: expect.any(String),
      phase: 'refine',
      summary: expect.stringContaining('Changed calc.js.'),
    },
  });
  const { steps: last } = await client.call('lastWorkOn', { letters: 'calc' });
  expect(last).toEqual(steps.map(({ commit: _, ...step }) => step));
  expect((await client.call('fileHistory', { path: 'never.js' })).use).toBeNull();
});

test('the failing test is one failure over clients, resolved by the edit in between', async () => {
  const client = await after(
    ['claude-code', 'fix'],
    ['codex', 'fix'],
    ['gemini', 'fix'],
    ['opencode', 'fix'],
  );
  const { failures } = await client.call('failures', { sessions: 2 });
  const found = failures.find(({ sessions }) => sessions === 4);
  expect(found).toMatchObject({
    tool: 'run',
    times: 4,
    resolved: 4,
    line: expect.stringMatching(/^FAIL add/),
  });

  const { fixes, seen } = await client.call('failure', { fingerprint: found!.fingerprint.slice(0, 6) });
  expect(fixes).toEqual([{ how: 'same command', command: 'node test.js', times: 4, changed: ['calc.js'] }]);
  expect(seen).toHaveLength(4);
});

test('whatever is asked, only what happened since a time is told', async () => {
  const client = await after(['claude-code', 'fix']);
  const { failures } = await client.call('failures', {});
  const { fingerprint, lastAt } = failures[0]!;
  const later = { since: LATER };
  expect(await client.call('failures', { since: lastAt })).toMatchObject({ failures: [{ fingerprint }] });
  expect(await client.call('failures', later)).toEqual({ failures: [] });
  expect((await client.call('failure', { fingerprint, since: lastAt })).seen).not.toEqual([]);
  expect(await client.call('failure', { fingerprint, ...later })).toMatchObject({ fixes: [], seen: [] });
  const { steps } = await client.call('lastWorkOn', { letters: 'calc' });
  const since = steps[0]!.at;
  expect((await client.call('lastWorkOn', { letters: 'calc', since })).steps).toEqual([steps[0]]);
  expect(await client.call('fileHistory', { path: 'calc.js', since })).toMatchObject({
    use: { looked: 0, changed: 1 },
    steps: [steps[0]],
  });
  expect(await client.call('fileHistory', { path: 'calc.js', ...later })).toMatchObject({
    use: null,
    steps: [],
  });
  expect((await client.call('tasks', { since })).tasks).toHaveLength(1);
  expect(await client.call('tasks', later)).toEqual({ tasks: [] });
  expect((await client.call('similarTasks', { task: 'make the test pass' })).tasks).not.toEqual([]);
  expect((await client.call('similarTasks', { task: 'make the test pass', ...later })).tasks).toEqual([]);
});

test('a file outside the project has a history too, and is marked so', async () => {
  const run = join(logs('claude-code', 'fix'), '.claude/projects/-home-dev-tiny');
  const [name] = readdirSync(run);
  const log = join(temporaryFolder(), name!);
  const text = readFileSync(join(run, name!), 'utf8');
  writeFileSync(log, text.replaceAll(`${PROJECT}/calc.js`, '/opt/calc.js'));
  const { client } = open({ project: PROJECT });
  await client.call('ingest', { paths: [log] });

  const { use, steps } = await client.call('fileHistory', { path: '/opt/calc.js' });
  expect(use).toMatchObject({ looked: 1, changed: 2 });
  expect(steps[0]).toMatchObject({ path: '/opt/calc.js', outside: true, way: 'edit' });
});

test('a change that the person refused is a step of the file, but did not change it', async () => {
  const client = await after(['claude-code', 'rejected']);
  const { episodes } = await client.call('episodes', {});
  expect(episodes.flatMap(({ filesChanged }) => filesChanged)).toEqual([]);
  const { use, steps } = await client.call('fileHistory', { path: 'NOTES.md' });
  expect(steps).toMatchObject([{ way: 'write', outcome: 'rejected' }]);
  expect(use).toMatchObject({ changed: 0, looked: 0 });
});

test('what fails in CI is the failure that was met here, and a run of it is no unfinished task', async () => {
  const client = await after(['claude-code', 'fix']);
  const report = join(temporaryFolder(), 'junit.xml');
  const failing = '<testcase name="adds"><failure message="FAIL add(4, 5) = 20"/></testcase>';
  writeFileSync(
    report,
    `<testsuite timestamp="2026-11-15T07:00:00">${failing}<testcase name="is"/></testsuite>`,
  );
  const { runs } = await client.call('ingest', { paths: [report], ci: true });
  expect(runs).toEqual([{ path: report, told: '1 passed, 1 failed' }]);

  const { failures } = await client.call('failures', {});
  expect(failures).toMatchObject([{ line: 'FAIL add(<n>, <n>) = <n>', times: 2, sessions: 2, resolved: 1 }]);
  const { episodes } = await client.call('episodes', {});
  expect(episodes.find(({ session }) => session.startsWith('ci:'))).toMatchObject({
    task: '1 passed, 1 failed',
    phase: 'validate',
    status: 'failed',
    stats: { tests: 'failed' },
  });
});

test('how often each tool succeeds is counted once, however often a log is read', async () => {
  const client = await after(['claude-code', 'fix'], ['claude-code', 'fix']);
  const { tools } = await client.call('toolUse', {});
  expect(tools.find(({ tool }) => tool === 'run')).toMatchObject({ toolName: 'Bash', ok: 1, failed: 1 });
});

test('what was done last is what one was working on, where nothing is unfinished', async () => {
  const client = await after(['claude-code', 'fix']);
  const { tasks } = await client.call('tasks', {});
  expect(tasks).toMatchObject([
    { status: 'completed', filesChanged: ['calc.js'], stats: { tests: 'passed' } },
  ]);
});

test('a question that nothing answers gets an empty answer, a wrong one a sentence', async () => {
  const { client } = open({ project: PROJECT });
  expect(await client.call('lastWorkOn', { letters: '%_"' })).toEqual({ steps: [] });
  expect(await client.call('filesTogether', { path: 'a.ts' })).toEqual({ path: 'a.ts', together: [] });
  await expect(client.call('failure', { fingerprint: 'abcd' })).rejects.toThrow(
    /No failure has a fingerprint/,
  );
  await expect(client.call('failure', { fingerprint: 'xyz!' })).rejects.toThrow(
    /fingerprint has 4 to 16 hex digits/,
  );
});

test('files that were changed within five minutes of each other in three tasks are a pattern', async () => {
  const { client } = open({ project: PROJECT, now: () => LATER });
  const MINUTE = 60_000;
  const edit = (place: number, at: number, path: string) => ({
    ...{ place, at, agent: null, kind: 'result' as const, tool: 'edit' as const, outcome: 'ok' as const },
    files: [path],
  });
  for (let n = 0; n < 3; n++) {
    const at = LATER - (n + 1) * 24 * 60 * MINUTE;
    const steps = [
      edit(0, at, 'src/api.ts'),
      edit(1, at + 4 * MINUTE, 'src/client.ts'),
      edit(2, at + 10 * MINUTE, 'docs/api.md'),
      ...(n < 2 ? [edit(3, at + 11 * MINUTE, 'src/api.ts')] : []),
    ];
    await client.call('observe', { session: `s${n}`, run: 'r', steps, settle: true });
  }
  expect((await client.call('filesTogether', { path: 'src/api.ts' })).together).toEqual([
    { path: 'docs/api.md', times: 3, close: 2, pattern: false },
    { path: 'src/client.ts', times: 3, close: 3, pattern: true },
  ]);
});
