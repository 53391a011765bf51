import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type GitRepository, gitRepository } from '@sqrl/base/testing/git-repository.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/open.ts';
import { branchStates, refsOf, stagedOn } from './branches.ts';

const lines = (...some: string[]) => `${some.join('\n')}\n`;

/** A repository with a trunk that has gone a little way. */
function shop() {
  const repository = gitRepository();
  repository.commit({ 'cart.ts': lines('one', 'two', 'three', 'four', 'five'), 'README.md': 'Shop\n' });
  const store = openStore(':memory:', { now: () => 1 });
  onTestFinished(() => store.close());
  return { ...repository, store };
}

async function stateOf(
  { root, env, store }: Pick<GitRepository, 'root' | 'env'> & { store: Store },
  name: string,
) {
  return (await branchStates(store, { root, env }, { names: [name], now: 1 })).get(name);
}

test('a branch is open while it is worked on, also before its first commit', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  expect(await stateOf(it, 'feature')).toBe('open');
  it.commit({ 'tax.ts': 'tax\n' });
  expect(await stateOf(it, 'feature')).toBe('open');
  expect(await stateOf(it, 'main')).toBe('default');
});

test('a branch that only followed the trunk was not merged into it', async () => {
  const it = shop();
  it.git('branch', 'feature');
  it.commit({ 'README.md': 'A shop\n' });
  it.git('checkout', '-q', 'feature');
  it.git('merge', '-q', 'main');
  expect(await stateOf(it, 'feature')).toBe('open');
});

test.each([
  ['a merge', ['merge', '-q', '--no-ff', '-m', 'bring it in', 'feature']],
  ['a fast-forward', ['merge', '-q', '--ff-only', 'feature']],
])('%s into the trunk is seen, whether the branch stays or goes', async (_, merge) => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  it.commit({ 'tax.ts': 'tax\n' });
  it.git('checkout', '-q', 'main');
  expect(await stateOf(it, 'feature')).toBe('open');
  it.git(...merge);
  expect(await stateOf(it, 'feature')).toBe('merged');
  it.git('branch', '-q', '-d', 'feature');
  expect(await stateOf(it, 'feature')).toBe('merged');
});

test('a squash merge is seen, also when the trunk went on around it and the branch is gone', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  it.commit({ 'cart.ts': lines('one', 'two', 'tax', 'three', 'four', 'five') });
  it.commit({ 'tax.ts': 'tax\n' });
  it.git('checkout', '-q', 'main');
  it.commit({ 'cart.ts': lines('zero', 'one', 'two', 'three', 'four', 'five') });
  expect(await stateOf(it, 'feature')).toBe('open');
  it.git('merge', '-q', '--squash', 'feature');
  it.git('commit', '-q', '-m', 'Tax (#7)');
  it.commit({ 'README.md': 'A shop with tax\n' });
  expect(await stateOf(it, 'feature')).toBe('merged');
  it.git('branch', '-q', '-D', 'feature');
  expect(await stateOf(it, 'feature')).toBe('merged');
});

test('a squash merge right after the branch is seen by what the trunk looked like then', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  it.commit({ 'tax.ts': 'half\n' });
  it.commit({ 'tax.ts': 'whole\n' });
  expect(await stateOf(it, 'feature')).toBe('open');
  it.git('checkout', '-q', 'main');
  it.git('merge', '-q', '--squash', 'feature');
  it.git('commit', '-q', '-m', 'Tax');
  it.git('branch', '-q', '-D', 'feature');
  expect(await stateOf(it, 'feature')).toBe('merged');
});

test('commits that were put on top of the trunk one by one are seen', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  it.commit({ 'tax.ts': 'tax\n' });
  it.commit({ 'tax.ts': 'tax\nvat\n' });
  it.git('checkout', '-q', 'main');
  it.commit({ 'README.md': 'A shop\n' });
  it.git('cherry-pick', 'feature~1');
  expect(await stateOf(it, 'feature')).toBe('open');
  it.git('cherry-pick', 'feature');
  expect(await stateOf(it, 'feature')).toBe('merged');
});

test('a branch that was deleted unmerged is gone, also when another change touched the same files', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  it.commit({ 'cart.ts': lines('one', 'other', 'three', 'four', 'five') });
  it.git('checkout', '-q', 'main');
  it.commit({ 'cart.ts': lines('one', 'two', 'three', 'four', 'changed') });
  expect(await stateOf(it, 'feature')).toBe('open');
  it.git('branch', '-q', '-D', 'feature');
  expect(await stateOf(it, 'feature')).toBe('gone');
  expect(await stateOf(it, 'never-heard-of')).toBe('gone');
});

test('a branch that another clone merged is known by the merge’s own words', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'other');
  it.commit({ 'tax.ts': 'tax\n' });
  it.git('checkout', '-q', 'main');
  it.git('merge', '-q', '--no-ff', '-m', 'Merge pull request #12 from ada/feature/tax', 'other');
  expect(await stateOf(it, 'feature/tax')).toBe('merged');
  expect(await stateOf(it, 'tax')).toBe('gone');
});

test('which branch is the default says the remote, before any name', async () => {
  const it = shop();
  const head = it.git('rev-parse', 'HEAD');
  it.git('update-ref', 'refs/remotes/origin/develop', head);
  it.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop');
  const refs = await refsOf({ root: it.root, env: it.env });
  expect(refs?.default).toBe('develop');
  expect(stagedOn('main', refs)).toBe('main');
  for (const branch of ['develop', 'HEAD', '', null]) expect(stagedOn(branch, refs)).toBeNull();
});

test('a branch that lives on the remote alone is open until it is merged there', async () => {
  const it = shop();
  it.git('checkout', '-q', '-b', 'feature');
  const tip = it.commit({ 'tax.ts': 'tax\n' });
  it.git('checkout', '-q', 'main');
  it.git('branch', '-q', '-D', 'feature');
  it.git('update-ref', 'refs/remotes/origin/feature', tip);
  expect(await stateOf(it, 'feature')).toBe('open');
  it.git('update-ref', 'refs/remotes/origin/main', tip);
  expect(await stateOf(it, 'feature')).toBe('merged');
});

test('where there is no repository nothing is staged, and where nobody can tell nothing happens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  using store = openStore(':memory:', { now: () => 1 });
  const env = { PATH: process.env.PATH ?? '' };
  expect(await stateOf({ root: folder, env, store }, 'feature')).toBe('none');
  expect(await stateOf({ root: join(folder, 'gone'), env, store }, 'feature')).toBe('unknown');
  const { root } = shop();
  expect(await stateOf({ root, env: { PATH: '/nowhere' }, store }, 'feature')).toBe('unknown');
  expect(stagedOn('feature', undefined)).toBeNull();
});
