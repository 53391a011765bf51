import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../store/open.ts';
import { projectFolders, projectsSameAs, projectsSeen, seeProject } from '../store/projects.ts';
import { inProject } from './in-project.ts';
import { goneFolder } from './locate.ts';
import { resolveProject, settleFolder } from './resolve-project.ts';

const DAY_MS = 24 * 3600_000;
const env = { PATH: process.env.PATH };

let folder: string;
let user: Store;
let now: number;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-resolve-')));
  user = openStore(':memory:', { now: Date.now });
  now = 100 * DAY_MS;
});
afterEach(() => {
  user.close();
  rmSync(folder, { recursive: true });
});

const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: at,
    stdio: 'pipe',
  });

function repository(name: string, origin?: string): string {
  const at = join(folder, name);
  mkdirSync(at);
  git(at, 'init', '-q');
  git(at, 'commit', '-q', '--allow-empty', '-m', `first of ${name}`);
  if (origin) git(at, 'remote', 'add', 'origin', origin);
  return at;
}

/** As a program does that opens a project. */
function open(at: string) {
  const project = resolveProject(user, at, { now, env });
  seeProject(user, project, now);
  return project;
}

test('clones are one project, whose files have one name, and the first one seen is its folder', () => {
  const one = repository('shop', 'https://github.com/ann/shop.git');
  const two = repository('shop-two', 'git@github.com:ann/shop');
  const first = open(one);
  const second = open(two);

  expect(second).toEqual({ ...first, clones: [two] });
  expect(second.root).toBe(one);
  for (const at of [one, two]) expect(inProject(second, join(at, 'src/a.ts'))).toBe('src/a.ts');
  expect(projectsSeen(user)).toHaveLength(1);
});

test('without an origin the first commit tells clones', () => {
  const shop = repository('shop');
  git(folder, 'clone', '-q', shop, 'copy');
  git(join(folder, 'copy'), 'remote', 'remove', 'origin');
  const other = repository('other');

  expect(open(join(folder, 'copy')).id).toBe(open(shop).id);
  expect(open(other).id).not.toBe(open(shop).id);
});

test('a project stays when a first commit, an origin and another address of it come', () => {
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  git(shop, 'init', '-q');
  const { id } = open(shop);
  git(shop, 'commit', '-q', '--allow-empty', '-m', 'first');
  expect(open(shop).id).toBe(id);
  git(shop, 'remote', 'add', 'origin', 'https://github.com/ann/shop.git');
  expect(open(shop).id).toBe(id);
  expect(open(repository('clone', 'git@github.com:ann/shop.git')).id).toBe(id);
  git(shop, 'remote', 'set-url', 'origin', 'https://github.com/acme/shop.git');
  expect(open(shop).id).toBe(id);
  expect(open(repository('later', 'https://github.com/acme/shop')).id).toBe(id);
});

test('a fork is a project of its own, also when both are cloned', () => {
  const ours = open(repository('shop', 'https://github.com/ann/shop.git'));
  const theirs = open(repository('fork', 'https://github.com/bob/shop.git'));

  expect(theirs.id).not.toBe(ours.id);
  expect(projectsSeen(user)).toHaveLength(2);
});

test('two projects whose folders turn out to be clones become one', () => {
  const one = repository('shop');
  const two = repository('shop-two');
  const [first, second] = [open(one), open(two)];
  expect(second.id).not.toBe(first.id);
  for (const at of [one, two]) git(at, 'remote', 'add', 'origin', 'https://github.com/ann/shop.git');

  expect(open(one).id).toBe(first.id);
  expect(open(two).id).toBe(first.id);
  expect(projectsSameAs(user, first.id)).toEqual([second.id]);
  expect(projectsSeen(user).map(({ id }) => id)).toEqual([first.id]);
  expect(projectFolders(user, first.id).map(({ root }) => root)).toEqual([one, two]);
});

test('a clone that takes the address of a fork leaves its project to the other clones', () => {
  const one = repository('shop', 'https://github.com/ann/shop.git');
  const two = repository('shop-two', 'https://github.com/ann/shop.git');
  const fork = repository('fork', 'https://github.com/bob/shop.git');
  const [ours, , theirs] = [open(one), open(two), open(fork)];
  git(two, 'remote', 'set-url', 'origin', 'https://github.com/bob/shop.git');

  expect(open(two).id).toBe(theirs.id);
  expect(open(one).id).toBe(ours.id);
  expect(projectsSameAs(user, theirs.id)).toEqual([]);
});

test('the folder of a project is another clone once the first is gone, or nobody worked there for long', () => {
  const one = repository('shop', 'https://github.com/ann/shop.git');
  const two = repository('shop-two', 'https://github.com/ann/shop.git');
  open(one);
  expect(open(two).root).toBe(one);
  now += 20 * DAY_MS;
  expect(open(two).root).toBe(two);
  renameSync(two, join(folder, 'moved'));
  expect(open(join(folder, 'moved')).root).toBe(join(folder, 'moved'));
});

test('a worktree that is gone is not a project of its own once a session tells what it was', () => {
  const shop = repository('shop');
  const { id } = open(shop);
  const gone = join(folder, 'shop-fox');
  const own = settleFolder(user, goneFolder(gone, null), { now });
  seeProject(user, own, now);
  expect(own.id).not.toBe(id);

  const told = { ...goneFolder(gone, null), belongsTo: id };
  expect(settleFolder(user, told, { now })).toMatchObject({ id, root: shop, clones: [gone] });
  expect(settleFolder(user, goneFolder(gone, null), { now }).id).toBe(id);
  expect(projectsSameAs(user, id)).toEqual([own.id]);
});

test('logs that name the repository of a gone folder and logs that do not are of one project, whichever comes first', () => {
  const key = 'example.com/ann/shop';
  const plain = goneFolder('/nowhere/shop', null);
  const { id } = settleFolder(user, plain, { now });
  expect(settleFolder(user, goneFolder('/nowhere/shop', key), { now }).id).toBe(id);
  expect(settleFolder(user, goneFolder('/nowhere/two', key), { now }).id).toBe(id);

  const other = settleFolder(user, goneFolder('/elsewhere/blog', 'example.com/ann/blog'), { now });
  expect(settleFolder(user, goneFolder('/elsewhere/blog', null), { now }).id).toBe(other.id);
});
