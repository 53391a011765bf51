import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepository } from '../testing/git-repository.ts';
import { checkedOut } from './head.ts';

test('the commit that is checked out is known, however git keeps it', () => {
  const { root, git, commit } = gitRepository();
  expect(checkedOut(root)).toBeNull();
  const first = commit({ 'a.ts': '1' });
  expect(checkedOut(root)).toBe(first);
  git('pack-refs', '--all');
  expect(checkedOut(root)).toBe(first);
  const second = commit({ 'a.ts': '2' });
  expect(checkedOut(root)).toBe(second);
  git('checkout', '-q', '--detach', first);
  expect(checkedOut(root)).toBe(first);
  git('worktree', 'add', '-q', '-b', 'other', 'tree', second);
  expect(checkedOut(join(root, 'tree'))).toBe(second);
});

test('where there is no repository, or a damaged one, none is', () => {
  const { root } = gitRepository();
  expect(checkedOut(join(root, 'missing'))).toBeNull();
  mkdirSync(join(root, 'bad'));
  writeFileSync(join(root, 'bad', '.git'), 'no folder');
  expect(checkedOut(join(root, 'bad'))).toBeNull();
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/nothing\n');
  expect(checkedOut(root)).toBeNull();
});
