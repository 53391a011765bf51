import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { clientFolders } from '@sqrl/squirrel/clients/folders.ts';
import { openLocal } from '@sqrl/squirrel/daemon/local.ts';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/home.ts';

const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: at,
    stdio: 'pipe',
  });

function repository(folder: string, name: string): string {
  const at = join(folder, name);
  mkdirSync(at);
  git(at, 'init', '-q');
  git(at, 'commit', '-q', '--allow-empty', '-m', `begin ${name}`);
  return at;
}

test('two folders that turn out to be clones share their memories, and none is lost', async () => {
  const folder = realpathSync(temporaryFolder());
  const home = join(folder, 'home');
  const [one, two] = ['shop', 'shop-two'].map((name) => repository(folder, name)) as [string, string];
  const at = (place: string) =>
    openLocal({
      ...{ home, folder: place, freeMemory: 2 ** 30, now: Date.now, timeZone: 'UTC' },
      env: { PATH: process.env.PATH },
      clients: clientFolders({ person: folder, platform: process.platform, env: {} }),
    });
  const said = { [one]: 'Prices are kept in cents', [two]: 'The carts of guests end after an hour' };
  const ids: string[] = [];
  for (const [place, text] of Object.entries(said)) {
    await using client = await at(place);
    await client.call('remember', { text });
    ids.push((await client.call('status', {})).project!.id);
  }
  expect(new Set(ids).size).toBe(2);
  for (const each of [one, two]) git(each, 'remote', 'add', 'origin', 'git@example.com:ann/shop.git');

  // Each is seen again; then both are one.
  for (const place of [one, two]) await (await at(place)).close();
  await using client = await at(two);
  const { notices } = await client.call('ingest', {});
  expect(notices.map(({ message }) => message)).toEqual([expect.stringContaining(ids[1]!)]);
  const { project } = await client.call('status', {});
  expect(project).toMatchObject({ id: ids[0], root: one, folders: [one, two] });
  const { memories } = await client.call('list', {});
  expect(memories.map(({ text }) => text).sort()).toEqual(Object.values(said).sort());
  // The file itself is put aside, not deleted.
  expect(existsSync(join(home, 'projects', ids[0]!, 'joined', ids[1]!, 'project.db'))).toBe(true);
  expect(existsSync(join(home, 'projects', ids[1]!))).toBe(false);
  expect((await client.call('ingest', {})).notices).toEqual([]);
});
