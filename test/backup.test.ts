import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { readArchive, writeArchive } from '@sqrl/squirrel/store/archive.ts';
import { homeOf } from '@sqrl/squirrel/workspace/home.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { expect, onTestFinished, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

test('a backup is never written into the home, by whatever way one gets there', async () => {
  const { client, home } = open();
  await client.call('remember', { text: 'Stays', scope: 'global' });
  const outside = temporaryFolder();
  symlinkSync(home, join(outside, 'way-in'));
  symlinkSync(join(home, 'user.db'), join(outside, 'link'));

  const targets = [
    join(home, 'user.db'),
    join(home, 'notes.backup'),
    join(home, 'projects', '..', 'user.db'),
    join(outside, 'way-in', 'user.db'),
    join(outside, 'way-in', 'new.backup'),
    join(outside, 'link'),
  ];
  for (const file of targets)
    await expect(client.call('backup', { file, overwrite: true })).rejects.toMatchObject({
      name: 'Problem',
      code: 'usage',
      message: expect.stringContaining('next to the memories themselves'),
    });
  expect((await client.call('list', {})).total).toBe(1);
  expect(readdirSync(home).filter((name) => /backup|^\.sqrl-/.test(name))).toEqual([]);
});

test('a folder that only begins like the home is another folder', async () => {
  const { client, home } = open();
  mkdirSync(`${home}-backups`);

  await client.call('backup', { file: join(`${home}-backups`, 'a.backup') });
  expect(existsSync(join(`${home}-backups`, 'a.backup'))).toBe(true);
});

test('a backup replaces an older backup, never a store that lies elsewhere', async () => {
  const { client } = open();
  const elsewhere = open();
  await elsewhere.client.call('remember', { text: 'Of another home', scope: 'global' });
  await elsewhere.client.close();
  const store = join(elsewhere.home, 'user.db');
  const before = readFileSync(store);

  await expect(client.call('backup', { file: store, overwrite: true })).rejects.toThrow(
    'a store of memories',
  );
  expect(readFileSync(store).equals(before)).toBe(true);
  const file = join(temporaryFolder(), 'a.backup');
  await client.call('backup', { file });
  await client.call('backup', { file, overwrite: true });
});

test('a backup is on the disk, under its name, before it is said to be written', async () => {
  const { client } = open();
  const folder = temporaryFolder();
  const settled: number[] = [];
  const { fsyncSync } = fs;
  fs.fsyncSync = (handle) => {
    settled.push(fs.fstatSync(handle).ino);
    fsyncSync(handle);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });

  const { file } = await client.call('backup', { file: join(folder, 'a.backup') });
  expect(settled.slice(-2)).toEqual([fs.statSync(file).ino, fs.statSync(folder).ino]);
});

test('damage that is met in another project’s store is told', async () => {
  const { client, home } = open();
  const other = open({ home, project: '/projects/other' });
  await other.client.call('remember', { text: 'In the other' });
  await other.client.close();
  const file = join(temporaryFolder(), 'all.backup');
  expect(await client.call('backup', { file })).toMatchObject({ memories: 1, notices: [] });
  const store = homeOf(home).project(locateProject('/projects/other'));

  spoil(store);
  const kept = await client.call('backup', { file, overwrite: true });
  expect(kept.notices.map(({ message }) => message)).toEqual([expect.stringContaining(store)]);
  spoil(store);
  const restored = await client.call('restore', { file });
  expect(restored.notices.map(({ message }) => message)).toEqual([expect.stringContaining(store)]);
});

test.each(['projects/../project.db', 'projects/./project.db', '../user.db', '/user.db', 'projects/a/b.db'])(
  'a backup that holds %s is refused as a whole',
  async (name) => {
    const { client, home } = open();
    await client.call('remember', { text: 'Stays', scope: 'global' });
    const folder = temporaryFolder();
    await client.call('backup', { file: join(folder, 'good') });
    await client.call('remember', { text: 'Stays too', scope: 'global' });
    const good = [...readArchive(join(folder, 'good'))];
    const crafted = join(folder, 'crafted');
    writeArchive(crafted, [...good, { name, bytes: good[0]!.bytes }], Date.now());

    await expect(client.call('restore', { file: crafted })).rejects.toThrow('which is not a store');
    expect(existsSync(join(home, 'project.db'))).toBe(false);
    expect((await client.call('list', {})).total).toBe(2);
  },
);

/** Breaks the schema of a store that nobody has open. */
function spoil(store: string): void {
  const bytes = readFileSync(realpathSync(store));
  bytes.fill(0xa5, 100, 4096);
  writeFileSync(store, bytes);
}
