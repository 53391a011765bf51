import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateProject } from './locate.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-locate-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(at: string, ...args: string[]): void {
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main', ...args],
    {
      cwd: at,
      stdio: 'pipe',
    },
  );
}

function repository(name: string): string {
  const at = join(folder, name);
  mkdirSync(at);
  git(at, 'init', '-q');
  git(at, 'commit', '-q', '--allow-empty', '-m', 'first');
  return at;
}

test('every folder and every worktree of a repository is the same project', () => {
  const shop = repository('Shop ünïcode');
  mkdirSync(join(shop, 'src/deep'), { recursive: true });
  git(shop, 'worktree', 'add', '-q', join(folder, 'elsewhere'));

  const project = locateProject(shop);
  expect(project).toMatchObject({ name: 'Shop ünïcode', root: shop, remote: null });
  expect(project.id).toMatch(/^shop-n-code-[0-9a-f]{10}$/);
  expect(locateProject(join(shop, 'src/deep'))).toEqual(project);
  expect(locateProject(join(folder, 'elsewhere'))).toEqual(project);
});

test('a submodule is a project of its own', () => {
  const inner = repository('inner');
  const outer = repository('outer');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'vendored');

  expect(locateProject(join(outer, 'vendored')).root).toBe(join(outer, 'vendored'));
});

test('the remote is its name for teams, without the password in it', () => {
  const shop = repository('shop');
  git(shop, 'remote', 'add', 'origin', 'https://me:s3cret@example.com/team/shop.git');

  expect(locateProject(shop).remote).toBe('https://example.com/team/shop.git');
});

test.each([
  ['https://git.example.com/team/shop.git?private_token=s3cr3t', 'https://git.example.com/team/shop.git'],
  ['git+https://me:s3cr3t@example.com/team/shop.git', 'git+https://example.com/team/shop.git'],
  ['https://me:p@ss/s3cr3t@example.com/team/shop.git', 'https://example.com/team/shop.git'],
  ['https://me:p?s3cr3t#@example.com/team/shop.git', 'https://example.com/team/shop.git'],
  ['https://me:12/s3cr3t@example.com/team/shop.git', 'https://example.com/team/shop.git'],
  ['me:p@ss/s3cr3t@example.com', 'example.com'],
  ['ssh://me:s3cr3t@example.com:2222/team/shop.git', 'ssh://example.com:2222/team/shop.git'],
  ['https://s3cr3t@example.com/team/shop.git', 'https://example.com/team/shop.git'],
  ['https://[::1]:8443/team/shop.git', 'https://[::1]:8443/team/shop.git'],
  ['https://example.com/@team/shop.git', 'https://example.com/@team/shop.git'],
  ['git@example.com:team/shop.git', 'git@example.com:team/shop.git'],
  ['/srv/git/shop@2.git', '/srv/git/shop@2.git'],
])('of the remote %s, %s is kept', (url, kept) => {
  const shop = repository('shop');
  git(shop, 'config', 'remote.origin.url', url);

  expect(locateProject(shop).remote).toBe(kept);
});

test('a token in the path of a remote is not kept either', () => {
  const shop = repository('shop');
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  git(shop, 'config', 'remote.origin.url', `https://example.com/${token}/shop.git`);

  expect(locateProject(shop).remote).not.toContain(token);
});

test.each([
  ['https://github.com/ann/shop.git', 'git@GitHub.com:ann/shop'],
  ['ssh://git@example.com:2222/ann/shop.git', 'https://me:s3cret@example.com/ann/shop/'],
])('clones of %s and of %s are one project, a fork is another', (one, two) => {
  const [a, b, fork] = ['shop', 'shop-two', 'shop-fork'].map(repository) as [string, string, string];
  git(a, 'remote', 'add', 'origin', one);
  git(b, 'remote', 'add', 'origin', two);
  git(fork, 'remote', 'add', 'origin', one.replace('ann', 'bob'));

  expect(locateProject(b).id).toBe(locateProject(a).id);
  expect(locateProject(b).id).toMatch(/^shop-[0-9a-f]{10}$/);
  expect(locateProject(b).root).toBe(b);
  expect(locateProject(fork).id).not.toBe(locateProject(a).id);
});

test('the clone of a clone on this machine is a clone of the same origin', () => {
  const shop = repository('shop');
  git(shop, 'remote', 'add', 'origin', 'https://github.com/ann/shop.git');
  git(folder, 'clone', '-q', shop, 'copy');
  git(folder, 'clone', '-q', `file://${join(folder, 'copy')}`, 'copied');

  expect(locateProject(join(folder, 'copied')).id).toBe(locateProject(shop).id);
});

test('an origin that leads around in a circle is no origin', () => {
  const [a, b] = ['one', 'two'].map(repository) as [string, string];
  git(a, 'remote', 'add', 'origin', b);
  git(b, 'remote', 'add', 'origin', '../one');

  expect(locateProject(a).id).not.toBe(locateProject(b).id);
});

test('all worktrees of a bare repository are one project, and so is the repository', () => {
  const bare = join(folder, 'shop.git');
  git(folder, 'clone', '-q', '--bare', repository('shop'), bare);
  git(bare, 'worktree', 'add', '-q', join(folder, 'one'), '-b', 'one');
  git(bare, 'worktree', 'add', '-q', join(folder, 'two'), '-b', 'two');

  const project = locateProject(join(folder, 'one'));
  expect(project).toMatchObject({ name: 'shop', root: bare });
  expect(project.id).toMatch(/^shop-[0-9a-f]{10}$/);
  expect(locateProject(join(folder, 'two'))).toEqual(project);
  expect(locateProject(bare)).toEqual(project);
  expect(locateProject(join(bare, 'refs'))).toEqual(project);
});

test('a bare repository kept among its worktrees has the name of the folder around them', () => {
  const around = join(folder, 'around');
  mkdirSync(around);
  git(folder, 'clone', '-q', '--bare', repository('shop'), join(around, '.bare'));
  writeFileSync(join(around, '.git'), 'gitdir: ./.bare\n');
  git(around, 'worktree', 'add', '-q', 'one', '-b', 'one');

  expect(locateProject(join(around, 'one'))).toMatchObject({ name: 'around', root: join(around, '.bare') });
  expect(locateProject(around)).toEqual(locateProject(join(around, 'one')));
});

test('a worktree of a submodule belongs to the submodule', () => {
  const outer = repository('outer');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', repository('inner'), 'vendored');
  git(join(outer, 'vendored'), 'worktree', 'add', '-q', join(folder, 'elsewhere'));

  expect(locateProject(join(folder, 'elsewhere'))).toEqual(locateProject(join(outer, 'vendored')));
});

test('outside a repository the folder itself is the project, even one that is not there', () => {
  expect(locateProject(join(folder, 'gone')).root).toBe(join(folder, 'gone'));
});

test('a broken .git file does not get in the way', () => {
  writeFileSync(join(folder, '.git'), 'nonsense');

  expect(locateProject(folder).root).toBe(folder);
});
