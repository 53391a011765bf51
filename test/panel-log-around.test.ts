import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersIn } from '@sqrl/squirrel/clients/reading/testing/fixtures.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { open, temporaryFolder } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const SECRET = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';

/** A home that has read one log, and where that lies. */
async function read(turns: readonly Turn[]) {
  const folder = temporaryFolder();
  const project = join(folder, 'shop');
  mkdirSync(join(folder, '.claude', 'projects', '-shop'), { recursive: true });
  mkdirSync(project);
  const log = join(folder, '.claude', 'projects', '-shop', 'monday.jsonl');
  writeFileSync(log, claudeLog({ session: 'monday', cwd: project, startedAt: NOON, turns }));
  const opened = open({
    home: join(folder, '.sqrl'),
    project,
    clients: foldersIn(folder),
    now: () => NOON + 864e5,
  });
  await opened.client.call('ingest', {});
  const { events } = await opened.client.call('events', { session: 'monday', limit: 1000 });
  return { ...opened, folder, log, events };
}

test('an event opens with the lines of its log around it, and what was kept of the steps', async () => {
  const { client, events, log } = await read([
    { say: 'Please mend the cart' },
    { reply: 'Looking at it' },
    { run: 'pnpm test', output: 'All passed' },
    { say: 'Thank you' },
  ]);
  const reply = events.find(({ kind }) => kind === 'reply')!;
  const {
    lines,
    steps,
    because,
    client: from,
  } = await client.call('logAround', { event: reply.id, around: 1 });
  expect({ because, from }).toEqual({ because: null, from: 'claude-code' });
  expect(lines!.map(({ number, here }) => ({ number, here }))).toEqual([
    { number: 1, here: false },
    { number: 2, here: true },
    { number: 3, here: false },
  ]);
  expect(lines![1]!.text).toContain('Looking at it');
  expect(lines![1]!.offset).toBe(reply.place.offset);
  expect(steps.map(({ text, here }) => [text, here]).slice(0, 2)).toEqual([
    ['Please mend the cart', false],
    ['Looking at it', true],
  ]);
  expect(log).toContain('monday');
});

test('secrets that the client wrote into its log do not leave it', async () => {
  const { client, events, log } = await read([
    { say: `Use ${SECRET} to push` },
    { run: 'cat .env', output: `TOKEN=${SECRET}\nDATABASE_PASSWORD=Tr0ub4dor-and-3-horses\nNAME=shop` },
  ]);
  for (const { id } of events) {
    const passage = await client.call('logAround', { event: id, around: 20 });
    expect(passage.lines!.length).toBeGreaterThan(1);
    expect(JSON.stringify(passage)).not.toContain(SECRET);
    expect(JSON.stringify(passage)).not.toContain('Tr0ub4dor');
    expect(passage.redacted).toBeGreaterThan(0);
  }
  expect(log).not.toBe('');
});

test('a secret that lies across the end of what is shown is not shown in half', async () => {
  const { client, events } = await read([{ say: `${'x '.repeat(1900)}${SECRET} ${'y '.repeat(3000)}` }]);
  const { lines } = await client.call('logAround', { event: events[0]!.id });
  expect(lines![0]!.cut).toBe(true);
  expect(lines![0]!.text).not.toMatch(/ghp_/);
});

test('no path is taken, and no id that is none', async () => {
  const { client } = await read([{ say: 'Hello' }]);
  const bad: unknown[] = [
    { event: '../../../../etc/passwd' },
    { event: "0' or 1=1 --" },
    { event: 'g'.repeat(32) },
    { path: '/etc/passwd' },
    { event: '0'.repeat(32), around: 1e9 },
  ];
  for (const input of bad) await expect(client.call('logAround', input as never)).rejects.toThrow();
  await expect(client.call('logAround', { event: '0'.repeat(32) })).rejects.toThrow('No event');
});

test('a file that was not read as a log is never opened, whatever a store says', async () => {
  const { client, events, engine, folder } = await read([{ say: 'Hello' }]);
  const secret = join(folder, 'diary.txt');
  writeFileSync(secret, 'my diary\n'.repeat(100));
  engine.own.store.sql('update log set path = ?').run(secret);
  const { lines, because, steps } = await client.call('logAround', { event: events[0]!.id });
  expect(lines).toBeNull();
  expect(because).toBe('This log was not read on this machine.');
  expect(steps[0]!.text).toBe('Hello');
});

test('a log that became a link to something else is not followed', async () => {
  const { client, events, folder, log } = await read([{ say: 'Hello' }]);
  const secret = join(folder, 'diary.txt');
  writeFileSync(secret, 'my diary\n'.repeat(100));
  renameSync(log, `${log}.old`);
  symlinkSync(secret, log);
  const { lines, because } = await client.call('logAround', { event: events[0]!.id });
  expect({ lines, because }).toMatchObject({
    lines: null,
    because: 'The log is now a symbolic link; links are not followed.',
  });
});

test('a log that is gone, or is no longer what it was, is said to be', async () => {
  const { client, events, log } = await read([{ say: 'Hello' }, { say: 'Again' }]);
  truncateSync(log, 10);
  const last = events.at(-1)!.id;
  expect(await client.call('logAround', { event: last })).toMatchObject({
    lines: null,
    because: 'The log is shorter than when it was read.',
  });
  renameSync(log, `${log}.old`);
  expect(await client.call('logAround', { event: last })).toMatchObject({
    lines: null,
    because: 'The log no longer exists.',
  });
});
