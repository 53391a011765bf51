import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { person } from './support/person.ts';

test('after a damaged store was replaced by an older copy, the lost sessions are read again, and doctor says so', async () => {
  const ann = person({ '.claude/settings.json': '{}\n' });
  const json = async (...argv: string[]) =>
    JSON.parse((await ann.type(...argv, '--json', '--no-daemon')).out);
  const work = (session: string) =>
    ann.write(
      `.claude/projects/-shop/${session}.jsonl`,
      claudeLog({
        session,
        cwd: ann.project,
        startedAt: Date.now() - 60_000,
        turns: [{ say: `Fix ${session}` }],
      }),
    );
  const sessions = async () =>
    (await json('history', 'sessions')).sessions.map(({ id }: { id: string }) => id).sort();
  const repairs = async () =>
    JSON.parse((await ann.sqrl('doctor', '--json', '--no-daemon')).out).findings.filter(
      ({ about }: { about: string }) => about === 'repair',
    );

  // The first command that ends makes the copy of the day.
  work('one');
  await json('ingest');
  work('two');
  await json('ingest');
  expect(await sessions()).toEqual(['one', 'two']);

  const [name] = readdirSync(ann.at('.sqrl/projects'));
  const store = join(ann.at('.sqrl/projects'), name!, 'project.db');
  const bytes = readFileSync(store);
  writeFileSync(store, bytes.fill(0xff, 100, bytes.length / 2));
  expect(await sessions()).toEqual(['one']);
  expect(await repairs()).toEqual([
    expect.objectContaining({
      state: 'bad',
      says: expect.stringMatching(/was damaged.*replaced by its copy of/),
      mend: expect.stringContaining('sqrl ingest'),
    }),
  ]);

  await json('ingest');
  expect(await sessions()).toEqual(['one', 'two']);
  expect(await repairs()).toEqual([
    expect.objectContaining({
      state: 'good',
      says: expect.stringMatching(/read again: \d+ events? came back/),
    }),
  ]);
});

test('what a person typed survives a destroyed store without copies, and so do their decisions about it', async () => {
  const ann = person({ '.claude/settings.json': '{}\n' });
  const json = async (...argv: string[]) =>
    JSON.parse((await ann.type(...argv, '--json', '--no-daemon')).out);
  const texts = async () => (await json('list')).memories.map(({ text }: { text: string }) => text).sort();
  ann.write(
    '.claude/projects/-shop/one.jsonl',
    claudeLog({
      session: 'one',
      cwd: ann.project,
      startedAt: Date.now() - 60_000,
      turns: [{ say: 'Fix it' }],
    }),
  );
  await json('ingest');
  await ann.type('remember', 'Prices are kept in cents', '--no-daemon');
  const { memories } = await json('list');
  await ann.type('edit', memories[0].id, 'Prices are kept in cents, never in floats', '--no-daemon');
  await ann.type('remember', 'Deploys happen on Tuesdays', '--no-daemon');
  const before = await texts();
  expect(before).toEqual(['Deploys happen on Tuesdays', 'Prices are kept in cents, never in floats']);

  const [name] = readdirSync(ann.at('.sqrl/projects'));
  const folder = join(ann.at('.sqrl/projects'), name!);
  rmSync(join(folder, 'copies'), { recursive: true, force: true });
  for (const end of ['-wal', '-shm']) rmSync(join(folder, `project.db${end}`), { force: true });
  writeFileSync(join(folder, 'project.db'), 'destroyed');
  expect(await texts()).toEqual(before);
  await json('ingest');
  expect(await texts()).toEqual(before);
  expect((await json('history', 'sessions')).sessions).toHaveLength(1);
});
