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

test('outside a repository the folder itself is the project, even one that is not there', () => {
  expect(locateProject(join(folder, 'gone')).root).toBe(join(folder, 'gone'));
});

test('a broken .git file does not get in the way', () => {
  writeFileSync(join(folder, '.git'), 'nonsense');

  expect(locateProject(folder).root).toBe(folder);
});
