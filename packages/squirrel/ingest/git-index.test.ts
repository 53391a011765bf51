import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { trackedPaths } from './git-index.ts';

const NAMES = ['a.ts', 'src/deep/b.ts', 'src/deep/c.ts', 'with space.md', 'é.txt', 'line\nbreak.txt'];

function repository(...init: string[]): { root: string; git(...args: string[]): void } {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-index-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '-q', ...init);
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  for (const name of [...NAMES, 'untracked.ts']) writeFileSync(join(root, name), name);
  git('add', '--', ...NAMES);
  return { root, git };
}

test.each([2, 3, 4])('an index of version %i tells what is tracked', (version) => {
  const { root, git } = repository();
  if (version === 3) git('add', '-N', 'untracked.ts');
  git('update-index', '--index-version', String(version));
  expect([...trackedPaths(root)!].sort()).toEqual(
    [...NAMES, ...(version === 3 ? ['untracked.ts'] : [])].sort(),
  );
});

test('so does one of a repository with longer hashes', () => {
  const { root } = repository('--object-format=sha256');
  expect([...trackedPaths(root)!].sort()).toEqual([...NAMES].sort());
});

test('a worktree has an index of its own', () => {
  const { root, git } = repository();
  git('commit', '-qm', 'first');
  git('worktree', 'add', '-q', join(root, 'tree'));
  expect(trackedPaths(join(root, 'tree'))!.has('src/deep/b.ts')).toBe(true);
});

test('a change is seen, and where there is no repository nothing is known', () => {
  const { root, git } = repository();
  expect(trackedPaths(root)!.has('untracked.ts')).toBe(false);
  git('add', 'untracked.ts');
  expect(trackedPaths(root)!.has('untracked.ts')).toBe(true);
  expect(trackedPaths(join(root, 'src'))).toBeUndefined();
});

test('an index that is cut or garbage tells nothing', () => {
  const { root } = repository();
  writeFileSync(join(root, '.git/index'), 'DIRC\0\0\0\x02\0\0\xff\xff');
  expect(trackedPaths(root)).toBeUndefined();
  writeFileSync(join(root, '.git/index'), 'garbage');
  expect(trackedPaths(root)).toBeUndefined();
});
