import type { Store } from '@sqrl/base/sqlite/query.ts';
import { commitDay, type GitRepository, gitRepository } from '@sqrl/base/testing/git-repository.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { expect, test } from 'vitest';
import { commitsOn, gitTips, newestName, sharedCommits } from '../tables/cochange.ts';
import { changesWith, readHistory } from './cochange.ts';
import { kinOf } from './companions.ts';

const empty = (): Store => openStore(':memory:', { now: () => 0 });
const read = async (store: Store, { root, env }: GitRepository): Promise<number> =>
  await readHistory(store, root, { env });
const filesOf = ({ git }: GitRepository): string[] => git('ls-files').split('\n');
const LONG = 'a line that is long enough for git to know the file again\n'.repeat(5);

/** What changes with a file by history alone. */
const withFile = (store: Store, repository: GitRepository, path: string): string[] =>
  changesWith(store, path, {
    kin: { ...kinOf(filesOf(repository)), namesakes: () => [], neighbours: () => [] },
    imports: [],
    importedBy: [],
    limit: 10,
  }).map(({ path, why }) => `${path}: ${why.join(', ')}`);

const commitsIn = (store: Store) => store.sql('select count(*) as n from git_commit').get()!.n;

test('files that changed in one commit change together, the most frequent first', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'cart.ts': '1', 'price.ts': '1', 'tax.ts': '1' });
  shop.commit({ 'cart.ts': '2', 'tax.ts': '2' });
  shop.commit({ 'price.ts': '2' });
  expect(await read(store, shop)).toBe(3);
  expect(withFile(store, shop, 'cart.ts')).toEqual([
    'tax.ts: changed together 2 times',
    'price.ts: changed together once',
  ]);
  expect(withFile(store, shop, 'nowhere.ts')).toEqual([]);
});

test('only new commits are read, and reading nothing new changes nothing', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'a.ts': '1', 'b.ts': '1' });
  expect(await read(store, shop)).toBe(1);
  const second = shop.commit({ 'a.ts': '2', 'b.ts': '2' });
  expect(await read(store, shop)).toBe(1);
  expect(await read(store, shop)).toBe(0);
  expect(gitTips(store)).toEqual([second]);
  expect(withFile(store, shop, 'a.ts')).toEqual(['b.ts: changed together 2 times']);
});

test('switching between branches reads each commit once, merges included', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'a.ts': '1', 'b.ts': '1' });
  shop.git('checkout', '-q', '-b', 'side');
  shop.commit({ 'a.ts': '2', 'c.ts': '1' });
  await read(store, shop);
  shop.git('checkout', '-q', 'main');
  shop.commit({ 'b.ts': '2', 'd.ts': '1' });
  expect(await read(store, shop)).toBe(1);
  shop.git('checkout', '-q', 'side');
  expect(await read(store, shop)).toBe(0);
  shop.git('merge', '-q', '--no-edit', 'main');
  expect(await read(store, shop)).toBe(1);
  expect(gitTips(store)).toHaveLength(1);
  expect(commitsIn(store)).toBe(3);
});

test('a commit that was amended counts once, as it is now', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' });
  shop.commit({ 'a.ts': '2', 'b.ts': '2' }, 'more');
  await read(store, shop);
  shop.write({ 'c.ts': '2' });
  shop.git('add', '-A');
  shop.git('commit', '-q', '--amend', '--no-edit');
  await read(store, shop);
  expect(commitsIn(store)).toBe(2);
  expect(withFile(store, shop, 'a.ts')).toEqual([
    'b.ts: changed together 2 times',
    'c.ts: changed together 2 times',
  ]);
});

test('a renamed file keeps its history, and the name it gave up is free for another', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'old.ts': LONG, 'b.ts': '1' });
  shop.commit({ 'old.ts': null, 'src/new.ts': LONG });
  shop.commit({ 'old.ts': 'something else', 'c.ts': '1' });
  await read(store, shop);
  expect(withFile(store, shop, 'src/new.ts')).toEqual(['b.ts: changed together once']);
  expect(withFile(store, shop, 'old.ts')).toEqual(['c.ts: changed together once']);
});

test('a former name leads to the file, and two files may change names with each other', async () => {
  using store = empty();
  const shop = gitRepository();
  const other = 'quite another text, and it too is long enough for git\n'.repeat(5);
  shop.commit({ 'a.ts': LONG, 'with-a.ts': '1' });
  shop.commit({ 'b.ts': other, 'with-b.ts': '1' });
  shop.commit({ 'a.ts': null, 'b.ts': null, 'c/b.ts': LONG, 'c/a.ts': other });
  await read(store, shop);
  expect(newestName(store, 'a.ts')).toBe('c/b.ts');
  expect(withFile(store, shop, 'c/b.ts')).toContain('with-a.ts: changed together once');
  shop.commit({ 'c/b.ts': other, 'c/a.ts': LONG });
  expect(await read(store, shop)).toBe(1);
  expect(commitsOn(store, 'c/a.ts', commitDay(3))).toHaveLength(1);
});

test('a commit of more than thirty files says nothing of any two, but its renames are followed', async () => {
  using store = empty();
  const shop = gitRepository();
  const many = (start: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${start}${n}.ts`, `${n} ${LONG}`]));
  shop.commit(many('old/'));
  shop.commit({ 'old/1.ts': `1 ${LONG}!`, 'old/2.ts': `2 ${LONG}!` });
  shop.git('mv', 'old', 'new');
  shop.commit({});
  await read(store, shop);
  expect(withFile(store, shop, 'new/1.ts')).toEqual(['new/2.ts: changed together once']);
  expect(sharedCommits(store, 'new/1.ts', { most: 100, limit: 10 })).toHaveLength(3);
});

test('what was deleted is not among the answers', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' });
  shop.commit({ 'b.ts': null });
  await read(store, shop);
  expect(withFile(store, shop, 'a.ts')).toEqual(['c.ts: changed together once']);
});

test('a repository without commits has no history, and a folder that is none says so', async () => {
  using store = empty();
  const shop = gitRepository();
  expect(await read(store, shop)).toBe(0);
  shop.git('checkout', '-q', '--orphan', 'other');
  await expect(readHistory(store, '/', { env: shop.env })).rejects.toThrow(/git could not read/);
  await expect(readHistory(store, shop.root, { env: shop.env, git: 'no-such-git' })).rejects.toThrow(
    /git could not be started/,
  );
});

test('a history that was interrupted goes on where it ended', async () => {
  using store = empty();
  const shop = gitRepository();
  for (let n = 0; n < 3; n++) shop.commit({ 'a.ts': `${n}`, 'b.ts': `${n}` });
  const stop = new AbortController();
  stop.abort();
  await expect(readHistory(store, shop.root, { env: shop.env, signal: stop.signal })).rejects.toThrow();
  expect(await read(store, shop)).toBe(3);
});

test('odd names are read as they are', async () => {
  using store = empty();
  const shop = gitRepository();
  const odd = 'sp ace/ta\tb\nnew "quoted" ü.ts';
  shop.commit({ [odd]: '1', 'R100 x.ts': '1', '\u0001start.ts': '1' });
  await read(store, shop);
  expect(sharedCommits(store, odd, { most: 30, limit: 10 })[0]?.others.sort()).toEqual([
    '\u0001start.ts',
    'R100 x.ts',
  ]);
});

test('a file may take a name that another had before, while that one is renamed again', async () => {
  using store = empty();
  const shop = gitRepository();
  shop.commit({ 'old.ts': `${LONG}1` });
  shop.commit({ 'old.ts': null, 'middle.ts': `${LONG}1`, 'with-middle.ts': '1' });
  const other = LONG.replaceAll('line', 'row');
  shop.commit({ 'other.ts': other, 'with-other.ts': '1' });
  shop.commit({ 'middle.ts': null, 'new.ts': `${LONG}1`, 'other.ts': null, 'old.ts': other });
  expect(await read(store, shop)).toBe(4);
  expect(withFile(store, shop, 'new.ts')).toContain('with-middle.ts: changed together once');
  expect(withFile(store, shop, 'old.ts')).toContain('with-other.ts: changed together once');
  expect(withFile(store, shop, 'old.ts')).not.toContain('with-middle.ts: changed together once');
});
