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

test('an edit is shown as its client wrote it', async () => {
  const { client, events } = await read([{ say: 'Please mend the cart' }, { edit: 'cart.ts' }]);
  const call = events.find(({ kind }) => kind === 'call')!;
  const { text } = await client.call('logRecord', { event: call.id });
  expect(text).toContain('"old_string":"a","new_string":"b"');
});

test('secrets that the client wrote into its log do not leave it', async () => {
  const { client, events } = await read([
    { say: `Use ${SECRET} to push ${'and push '.repeat(800)}` },
    { run: 'cat .env', output: `TOKEN=${SECRET}\nDATABASE_PASSWORD=Tr0ub4dor-and-3-horses\nNAME=shop` },
  ]);
  for (const { id } of events) {
    const { text } = await client.call('logRecord', { event: id });
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('Tr0ub4dor');
    expect(text).toContain('"timestamp"');
  }
});

test('no path is taken, and no id that is none', async () => {
  const { client } = await read([{ say: 'Hello' }]);
  const bad: unknown[] = [
    { event: '../../../../etc/passwd' },
    { event: "0' or 1=1 --" },
    { event: 'g'.repeat(32) },
    { path: '/etc/passwd' },
  ];
  for (const input of bad) await expect(client.call('logRecord', input as never)).rejects.toThrow();
  expect(await client.call('logRecord', { event: '0'.repeat(32) })).toEqual({ text: null });
});

test('a file that was not read as a log is never opened, whatever a store says', async () => {
  const { client, events, engine, folder } = await read([{ say: 'Hello' }]);
  const secret = join(folder, 'diary.txt');
  writeFileSync(secret, 'my diary\n'.repeat(100));
  engine.own.store.sql('update log set path = ?').run(secret);
  expect(await client.call('logRecord', { event: events[0]!.id })).toEqual({ text: null });
});

test('a log that became a link to something else is not followed', async () => {
  const { client, events, folder, log } = await read([{ say: 'Hello' }]);
  const secret = join(folder, 'diary.txt');
  writeFileSync(secret, 'my diary\n'.repeat(100));
  renameSync(log, `${log}.old`);
  symlinkSync(secret, log);
  expect(await client.call('logRecord', { event: events[0]!.id })).toEqual({ text: null });
});

test('of a log that is gone, or was cut, nothing is shown', async () => {
  const { client, events, log } = await read([{ say: 'Hello' }, { say: 'Again' }]);
  truncateSync(log, 10);
  const event = events.at(-1)!.id;
  expect(await client.call('logRecord', { event })).toEqual({ text: null });
  renameSync(log, `${log}.old`);
  expect(await client.call('logRecord', { event })).toEqual({ text: null });
});

test('a session opens at any of its events, by the first digits of its id', async () => {
  const { client, events } = await read([{ say: 'Hello' }, { run: 'pnpm test', output: 'All passed' }]);
  for (const [index, { id }] of events.entries()) {
    const { session, at } = await client.call('events', { event: id.slice(0, 12) });
    expect({ session: session.id, at }).toEqual({ session: 'monday', at: index });
  }
  await expect(client.call('events', { event: '0'.repeat(32) })).rejects.toThrow('No event');
});
