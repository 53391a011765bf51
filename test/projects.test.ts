import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocal } from '@sqrl/squirrel/daemon/local.ts';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

test('a file has one name in every worktree, and through a link to the project', async () => {
  const { shop, worktree, link } = repository();
  const { client, home } = open({ project: worktree });
  const inWorktree = await client.call('remember', {
    text: 'Said in it',
    files: [join(worktree, 'src/b.ts')],
  });
  await client.close();
  const linked = open({ home, project: link }).client;
  const throughLink = await linked.call('remember', { text: 'By a link', files: [join(link, 'src/b.ts')] });

  expect(inWorktree.memory.files).toEqual(['src/b.ts']);
  expect(throughLink.memory.files).toEqual(['src/b.ts']);
  for (const file of [join(shop, 'src'), join(worktree, 'src/b.ts'), 'src/', './src', './src/b.ts'])
    expect((await linked.call('list', { filter: { file } })).total).toBe(2);
});

test('a note has one name in every worktree, and the one read last is what it says', async () => {
  const { shop, worktree, link } = repository();
  const { client } = open({ project: worktree });
  const read = async (folder: string) => {
    await client.call('index', { folder: join(folder, 'docs') });
    const { memories } = await client.call('list', {});
    return memories.map(({ text, files }) => [text.split('\n').at(-1), files]);
  };

  for (const [folder, text] of [
    [shop, 'Releases are cut on Mondays.'],
    [worktree, 'Releases are cut on Tuesdays.'],
  ] as const) {
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs/release.md'), `${text}\n`);
  }
  const monday = [['Releases are cut on Mondays.', ['docs/release.md']]];
  const tuesday = [['Releases are cut on Tuesdays.', ['docs/release.md']]];
  expect(await read(shop)).toEqual(monday);
  expect(await read(worktree)).toEqual(tuesday);
  expect(await read(link)).toEqual(monday);
});

test('the project’s root as a file means every file of the project', async () => {
  const { shop, worktree } = repository();
  const { client } = open({ project: shop });
  await client.call('remember', { text: 'At the top', files: [join(shop, 'package.json')] });
  await client.call('remember', { text: 'Below', files: ['./src/b.ts'] });
  await client.call('remember', { text: 'Of the system', files: ['/etc/hosts'] });
  await client.call('remember', { text: 'Of nothing' });
  const about = async (file: string) =>
    (await client.call('list', { filter: { file }, order: 'oldest' })).memories.map(({ text }) => text);

  for (const root of ['.', './', '', shop, worktree, `${shop}/`])
    expect(await about(root)).toEqual(['At the top', 'Below']);
  expect(await about('/etc/')).toEqual(['Of the system']);
  expect(await about('/')).toEqual(['Of the system']);
});

test('any number of tags may be asked for, and every one must be there', async () => {
  const { client } = open();
  await client.call('remember', { text: 'Has two', tags: ['a', 'b'] });
  await client.call('remember', { text: 'Has one', tags: ['a'] });
  await client.call('remember', { text: 'Has none' });
  const tagged = async (tags: string[]) =>
    (await client.call('list', { filter: { tags }, order: 'oldest' })).memories.map(({ text }) => text);

  expect(await tagged([])).toHaveLength(3);
  expect(await tagged(['a'])).toEqual(['Has two', 'Has one']);
  expect(await tagged(['b', 'a', 'b'])).toEqual(['Has two']);
  expect(await tagged(['a', 'c'])).toEqual([]);
  expect(await tagged(Array.from({ length: 5000 }, (_, i) => (i % 2 ? 'a' : 'b')))).toEqual(['Has two']);
  expect(await tagged(Array.from({ length: 5000 }, (_, i) => `tag ${i}`))).toEqual([]);
});

test('a file is not a folder of notes', async () => {
  const { client } = open();
  const file = join(temporaryFolder(), 'note.md');
  writeFileSync(file, 'A note.\n');

  await expect(client.call('index', { folder: file })).rejects.toMatchObject({
    name: 'Problem',
    message: `${file} is not a folder.`,
  });
});

test('settings that cannot be read are told as such', async () => {
  const home = temporaryFolder();
  const config = join(home, 'config.toml');
  const machine = { home, folder: undefined, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  const problem = (message: string) => ({ name: 'Problem', message });

  mkdirSync(config);
  await expect(openLocal(machine)).rejects.toMatchObject(
    problem(`${config} is a folder, not a settings file.`),
  );
  rmdirSync(config);
  symlinkSync('config.toml', config);
  await expect(openLocal(machine)).rejects.toMatchObject(problem(`${config} cannot be read (ELOOP).`));
});

/** A repository with a worktree inside it, where many keep theirs, and a link to it. */
function repository() {
  const folder = realpathSync(temporaryFolder());
  const shop = join(folder, 'shop');
  const worktree = join(shop, '.worktrees', 'feature');
  const link = join(folder, 'link');
  mkdirSync(join(shop, 'src'), { recursive: true });
  writeFileSync(join(shop, 'src/b.ts'), '');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: shop,
      stdio: 'pipe',
    });
  git('init', '-q');
  git('add', 'src');
  git('commit', '-q', '-m', 'first');
  git('worktree', 'add', '-q', worktree);
  symlinkSync(shop, link);
  return { shop, worktree, link };
}
