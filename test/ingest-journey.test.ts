import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { foldersIn } from '@sqrl/squirrel/clients/reading/testing/fixtures.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const fixture = (client: string, scenario: string) =>
  fileURLToPath(new URL(`./fixtures/logs/${client}/${scenario}`, import.meta.url));

const TINY = '/home/dev/tiny';

/** A person's folder with the logs of some real runs in it. */
function personWith(...runs: [client: string, scenario: string][]): string {
  const person = join(temporaryFolder(), 'ann');
  mkdirSync(person);
  for (const [client, scenario] of runs) cpSync(fixture(client, scenario), person, { recursive: true });
  return person;
}

const openFor = (person: string, options: Parameters<typeof open>[0] = {}) =>
  open({ project: TINY, home: join(person, '.sqrl'), clients: foldersIn(person), ...options });

/** The log of Claude Code in a person's folder. */
function claudeLog(person: string): string {
  const folder = join(person, '.claude', 'projects', '-home-dev-tiny');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl'))!);
}

test('what clients wrote is read, shown by session and step, and not read twice', async () => {
  const person = personWith(['claude-code', 'fix'], ['codex', 'fix'], ['gemini', 'fix'], ['opencode', 'fix']);
  const { client } = openFor(person);
  const read = await client.call('ingest', {});
  expect(read).toMatchObject({ logs: 4, read: 4, troubles: [], stopped: false });
  expect(await client.call('ingest', {})).toMatchObject({ logs: 4, read: 0, added: 0 });

  const { sessions, total } = await client.call('sessions', {});
  expect(total).toBe(4);
  expect(sessions.map((session) => session.client).sort()).toEqual([
    'claude-code',
    'codex',
    'gemini',
    'opencode',
  ]);
  for (const session of sessions) {
    expect(session).toMatchObject({
      prompts: 1,
      calls: 5,
      failed: 1,
      opening: expect.stringContaining('make the test pass'),
    });
    const { events } = await client.call('events', { session: session.id.slice(0, 12) });
    const edited = events.filter(({ kind, tool }) => kind === 'result' && tool === 'edit');
    expect(edited).toHaveLength(2);
    for (const { files } of edited)
      expect(files).toMatchObject([{ path: 'calc.js', outside: false, way: 'edit' }]);
    expect(events.findLast(({ tool, kind }) => tool === 'run' && kind === 'result')).toMatchObject({
      outcome: 'ok',
    });
  }
  await expect(client.call('events', { session: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await client.call('stats', {})).toMatchObject({ sessions: 4, events: read.added });
});

test('every client tells what was found and read, or where it was looked for', async () => {
  const person = personWith(['claude-code', 'fix']);
  appendFileSync(claudeLog(person), '{"type":"telepathy","sessionId":"x","version":"9.9.9"}\n');
  const { client } = openFor(person);
  const before = (await client.call('sources', {})).sources.find((source) => source.client === 'claude-code');
  expect(before).toMatchObject({ logs: 1, read: 0, waiting: 1, events: 0, lastAt: null });
  await client.call('ingest', {});
  const { sources } = await client.call('sources', {});
  expect(sources.find((source) => source.client === 'claude-code')).toMatchObject({
    logs: 1,
    read: 1,
    waiting: 0,
    unknown: [{ type: 'telepathy', version: '9.9.9', count: 1 }],
    lastAt: expect.any(Number),
  });
  expect(sources.find((source) => source.client === 'codex')).toMatchObject({
    logs: 0,
    lookedIn: [join(person, '.codex')],
  });
});

test('only what is asked for is read: a client, a time, a file, a packed file', async () => {
  const person = personWith(['claude-code', 'fix'], ['codex', 'fix']);
  const { client } = openFor(person);
  expect(await client.call('ingest', { since: Date.now() + 1000 })).toMatchObject({ logs: 0 });
  expect(await client.call('ingest', { clients: ['gemini'] })).toMatchObject({ logs: 0 });
  expect(await client.call('ingest', { clients: ['codex'] })).toMatchObject({ logs: 1, read: 1 });
  const packed = join(person, 'old.jsonl.gz');
  writeFileSync(packed, gzipSync(readFileSync(claudeLog(person))));
  const { added } = await client.call('ingest', { paths: [packed] });
  expect(added).toBeGreaterThan(5);
  expect(await client.call('ingest', {})).toMatchObject({ logs: 2, added: 0 });
  writeFileSync(join(person, 'letter.txt'), 'Dear Ann');
  await expect(client.call('ingest', { paths: [join(person, 'letter.txt')] })).rejects.toThrow(
    'not a log of a supported client',
  );
  await expect(client.call('ingest', { paths: [join(person, 'nothing')] })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('what a fetch returns is tainted, and a reply that has none of its words is not', async () => {
  const { client } = openFor(personWith(['claude-code', 'fetch']));
  await client.call('ingest', {});
  const { sessions } = await client.call('sessions', {});
  const { events } = await client.call('events', { session: sessions[0]!.id });
  const fetched = events.findIndex(({ kind, tool }) => kind === 'result' && tool === 'fetch');
  expect(fetched).toBeGreaterThan(0);
  expect(events.slice(0, fetched).some(({ tainted }) => tainted)).toBe(false);
  const after = events.slice(fetched).map(({ kind, tool, tainted }) => `${tool ?? kind} ${tainted}`);
  expect(after).toEqual(['fetch true', 'reply false']);
});

test('no secret of a log reaches a file of ours, not even in what is kept to read on', async () => {
  const person = personWith(['claude-code', 'fix']);
  const log = claudeLog(person);
  // Made here, so that none lies in a file; the last call waits for its result.
  const token = `ghp_${'q7W8e9R1t2'.repeat(4).slice(0, 36)}`;
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const call = lines.findLast((line) => line.includes('"name":"Bash"'))!;
  const secret = call
    .replaceAll('node test.js', `curl -H 'Authorization: token ${token}' https://api.github.com/user`)
    .replace(/"uuid":"[^"]*"/, '"uuid":"11111111-2222-4333-8444-555555555555"')
    .replaceAll(/toolu_\w+/g, 'toolu_secret')
    .replaceAll(/"id":"msg_[^"]*"/g, '"id":"msg_secret"');
  expect(secret).toContain(token);
  appendFileSync(log, `${secret}\n`);
  const { client } = openFor(person);
  await client.call('ingest', {});
  const { sessions } = await client.call('sessions', {});
  const { events } = await client.call('events', { session: sessions[0]!.id });
  expect(events.find(({ call }) => call === 'toolu_secret')).toMatchObject({
    kind: 'call',
    command: expect.stringContaining('[redacted: '),
  });
  await client.close();
  const files = readdirSync(join(person, '.sqrl'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(person, '.sqrl', name),
  );
  for (const file of files.filter((path) => statSync(path).isFile()))
    expect(readFileSync(file, 'latin1'), file).not.toContain('q7W8e9R1t2');
});

test('what was forgotten is not read again, and what happens afterwards is', async () => {
  const person = personWith(['claude-code', 'fix']);
  const { client } = openFor(person);
  const { added } = await client.call('ingest', {});
  await client.call('forgetAll', { of: 'project' });
  expect(await client.call('sessions', {})).toMatchObject({ total: 0 });
  expect(await client.call('ingest', {})).toMatchObject({ read: 1, added: 0 });
  expect(await client.call('ingest', { again: true })).toMatchObject({ read: 1, added: 0 });

  const log = claudeLog(person);
  const prompt = readFileSync(log, 'utf8')
    .split('\n')
    .find((line) => line.includes('"promptSource"'))!;
  const later = new Date(Date.now() + 60_000).toISOString();
  appendFileSync(
    log,
    `${prompt.replace(/"uuid":"[^"]*"/, '"uuid":"99999999-2222-4333-8444-555555555555"').replace(/"timestamp":"[^"]*"/, `"timestamp":"${later}"`)}\n`,
  );
  expect(await client.call('ingest', {})).toMatchObject({ added: 1 });
  expect(added).toBeGreaterThan(1);

  await client.call('forgetAll', { of: 'both' });
  expect(await client.call('ingest', { again: true })).toMatchObject({ read: 1, added: 1 });
});

test('a backup brings sessions back, and reading goes on where it was', async () => {
  const person = personWith(['claude-code', 'fix']);
  const { client } = openFor(person);
  const { added } = await client.call('ingest', {});
  const file = join(temporaryFolder(), 'all.backup');
  await client.call('backup', { file });
  await client.call('forgetAll', { of: 'both' });
  await client.call('restore', { file });
  expect(await client.call('stats', {})).toMatchObject({ events: added });
  expect(await client.call('ingest', { again: true })).toMatchObject({ added: 0 });
});

test('commits of a repository are events of its project', async () => {
  const person = personWith();
  const shop = join(person, 'shop');
  mkdirSync(shop);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: shop,
      stdio: 'pipe',
    });
  git('init', '-q');
  writeFileSync(join(shop, 'cart.ts'), 'export {};\n');
  git('add', '.');
  git('commit', '-q', '-m', 'cart: begin');
  const { client } = openFor(person, { project: shop });
  expect(await client.call('ingest', {})).toMatchObject({ added: 1, troubles: [] });
  git('commit', '-q', '--allow-empty', '-m', 'cart: go on');
  expect(await client.call('ingest', {})).toMatchObject({ added: 1 });
  const { events } = await client.call('events', { session: 'git' });
  expect(events).toMatchObject([
    { kind: 'commit', text: 'cart: begin', files: [{ path: 'cart.ts', outside: false, way: 'write' }] },
    { kind: 'commit', text: 'cart: go on' },
  ]);
  // Both commits are one episode of git's session; the file's own says itself what it is for.
  const { steps } = await client.call('fileHistory', { path: 'cart.ts' });
  expect(steps).toMatchObject([{ why: null, episode: { task: 'cart: begin', summary: 'cart: begin' } }]);
});

test.each([
  ['watching', false],
  ['looking', true],
])('by %s, what is written is read, new files and folders too', async (_, poll) => {
  const person = personWith();
  mkdirSync(join(person, '.claude', 'projects'), { recursive: true });
  const { engine, client } = openFor(person);
  const stop = new AbortController();
  const following = ingest(engine, { watch: true, poll, signal: stop.signal });
  const events = async () => (await client.call('stats', {})).events;
  await sleep(1500);
  const run = join(fixture('claude-code', 'subagent'), '.claude', 'projects', '-home-dev-tiny');
  const [name] = readdirSync(run).filter((each) => each.endsWith('.jsonl'));
  const id = name!.replace('.jsonl', '');
  const lines = readFileSync(join(run, name!), 'utf8').split(/(?<=\n)/);
  const folder = join(person, '.claude', 'projects', '-home-dev-tiny');
  mkdirSync(folder);
  writeFileSync(join(folder, name!), lines.slice(0, -6).join(''));
  await expect.poll(events).toBeGreaterThan(0);
  let before = await events();
  appendFileSync(join(folder, name!), lines.slice(-6).join(''));
  await expect.poll(events).toBeGreaterThan(before);
  await sleep(300);
  before = await events();
  mkdirSync(join(folder, id, 'subagents'), { recursive: true });
  await sleep(300);
  cpSync(join(run, id), join(folder, id), { recursive: true });
  await expect.poll(events).toBeGreaterThan(before);
  stop.abort();
  expect((await following).added).toBe(await events());
});

test('a client that is used for the first time is noticed', async () => {
  const person = personWith();
  const { engine, client } = openFor(person);
  const stop = new AbortController();
  const following = ingest(engine, { watch: true, signal: stop.signal });
  await sleep(1500);
  const events = async () => (await client.call('stats', {})).events;
  let before = 0;
  for (const [name, run] of [
    ['claude-code', 'fix'],
    // Its folder lies below others that are not there either.
    ['opencode', 'fix'],
  ] as const) {
    cpSync(fixture(name, run), person, { recursive: true });
    await expect.poll(events).toBeGreaterThan(before);
    await sleep(500);
    before = await events();
  }
  stop.abort();
  expect((await following).added).toBe(await events());
});

test('a line of a hundred megabytes costs itself only', async () => {
  const person = personWith(['claude-code', 'fix']);
  const log = claudeLog(person);
  const whole = readFileSync(log);
  const file = openSync(log, 'w');
  writeSync(file, '{"type":"user","message":{"role":"user","content":"');
  for (let megabyte = 0; megabyte < 100; megabyte++) writeSync(file, Buffer.alloc(2 ** 20, 'x'));
  writeSync(file, '"}}\n');
  writeSync(file, whole);
  const { engine, client } = openFor(person);
  const read = await ingest(engine, {});
  expect(read.added).toBeGreaterThan(5);
  const { sources } = await client.call('sources', {});
  expect(sources[0]!.broken).toMatchObject([{ type: 'too long', count: 1 }]);
});
