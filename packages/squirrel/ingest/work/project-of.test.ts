import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locateProject } from '../../workspace/locate.ts';
import { folderProject, projectFinder } from './project-of.ts';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd,
    stdio: 'pipe',
  });

function repository(): { home: string; shop: string } {
  const home = folder();
  const shop = join(home, 'shop');
  mkdirSync(join(shop, 'src'), { recursive: true });
  git(shop, 'init', '-q');
  git(shop, 'commit', '-q', '--allow-empty', '-m', 'begin');
  return { home, shop };
}

test('all worktrees of a repository are one project, and their files have one name', () => {
  const { home, shop } = repository();
  git(shop, 'worktree', 'add', '-q', join(home, 'shop-next'));
  git(shop, 'worktree', 'add', '-q', join(shop, '.claude', 'worktrees', 'fox'), '-b', 'fox');
  const find = projectFinder();
  for (const cwd of [
    shop,
    join(shop, 'src'),
    join(home, 'shop-next'),
    join(shop, '.claude', 'worktrees', 'fox'),
  ]) {
    const { project, place } = find(cwd, shop);
    expect(project).toBe(locateProject(shop).id);
    for (const top of [shop, join(home, 'shop-next'), join(shop, '.claude', 'worktrees', 'fox')])
      expect(place(join(top, 'src/cart.ts'))).toEqual({ path: 'src/cart.ts', outside: false });
  }
});

test('a worktree that is gone still belongs to its repository', () => {
  const { home, shop } = repository();
  git(shop, 'worktree', 'add', '-q', join(home, 'shop-next'));
  rmSync(join(home, 'shop-next'), { recursive: true });
  const gone = join(shop, '.claude', 'worktrees', 'fox');
  const { project, tops } = folderProject(gone, shop);
  expect(project.id).toBe(locateProject(shop).id);
  expect(tops).toContain(join(home, 'shop-next'));
  expect(projectFinder()(gone, shop).place('src/a.ts')).toEqual({ path: 'src/a.ts', outside: false });
});

test('a session that moves to another repository goes on there', () => {
  const one = repository().shop;
  const two = repository().shop;
  const find = projectFinder();
  expect(find(two, one).project).not.toBe(find(one, one).project);
  expect(find(two, one).place(join(one, 'a.ts'))).toEqual({ path: join(one, 'a.ts'), outside: true });
});

test('folders of another machine belong together where a session began', () => {
  const find = projectFinder();
  const first = '/Users/nobody/Code/shop';
  expect(find(`${first}/web/src`, first).project).toBe(find(first, first).project);
  expect(find(`${first}/.claude/worktrees/fox`, first).project).toBe(find(first, first).project);
  expect(find(`${first}/web`, first).place('cart.ts')).toEqual({ path: 'web/cart.ts', outside: false });
  expect(find('/Users/nobody/Code/else', first).project).not.toBe(find(first, first).project);
});

test('a folder of Windows is never looked for in the present folder', () => {
  const { project, tops } = folderProject('C:\\Users\\Ann\\shop\\web', 'C:\\Users\\Ann\\shop');
  expect(project.name).toBe('shop');
  expect(tops[0]).not.toContain(process.cwd());
  expect(projectFinder()('C:\\Users\\Ann\\shop', null).place('c:\\users\\ann\\shop\\src\\a.ts')).toEqual({
    path: 'src/a.ts',
    outside: false,
  });
});

test('a repository that is reached by a link has files of the repository', () => {
  const { home, shop } = repository();
  symlinkSync(shop, join(home, 'link'));
  const { project, place } = projectFinder()(join(home, 'link', 'src'), null);
  expect(project).toBe(locateProject(shop).id);
  expect(place(join(home, 'link', 'src', 'a.ts'))).toEqual({ path: 'src/a.ts', outside: false });
  expect(place(join(shop, 'src', 'a.ts'))).toEqual({ path: 'src/a.ts', outside: false });
});

const CODE = '/Users/nobody/Code';

test.each(['shop__worktrees/fox', 'shop.worktrees/fox', 'shop/.worktrees/fox'])(
  'a worktree in %s that is gone belongs to the repository, and its files have one name',
  (name) => {
    const find = projectFinder();
    const repository = 'https://example.com/ann/shop.git';
    const main = find(`${CODE}/shop`, `${CODE}/shop`, { repository });
    const cwd = `${CODE}/${name}`;
    const found = find(cwd, cwd, { branch: 'fox', repository });
    expect(found.project).toBe(main.project);
    for (const path of [`${cwd}/src/a.ts`, `${CODE}/shop/src/a.ts`, 'src/a.ts'])
      expect(found.place(path)).toEqual({ path: 'src/a.ts', outside: false });
    expect(main.place(`${cwd}/src/a.ts`)).toEqual({ path: 'src/a.ts', outside: false });
  },
);

test('the root that a log names is the top, however deep the session began and however long the worktree’s name', () => {
  const find = projectFinder();
  const shop = find(`${CODE}/shop`, null).project;
  const cwd = `${CODE}/shop/web/src`;
  expect(find(cwd, cwd).project).not.toBe(shop);
  expect(find(cwd, cwd, { root: `${CODE}/shop` }).project).toBe(shop);
  expect(find(cwd, cwd, { root: `${CODE}/other` }).project).not.toBe(shop);
  const deep = `${CODE}/shop.worktrees/fix/cart/web`;
  const found = find(deep, deep, { root: `${CODE}/shop.worktrees/fix/cart` });
  expect(found.project).toBe(shop);
  expect(found.place('a.ts')).toEqual({ path: 'web/a.ts', outside: false });
});

test('a folder called like the repository that the log names is the top; of two neither is', () => {
  const find = projectFinder();
  const told = { repository: 'ann/Shop' };
  const cwd = `${CODE}/shop/web`;
  expect(find(cwd, cwd, told).project).toBe(find(`${CODE}/shop`, null).project);
  const twice = `${CODE}/shop/packages/shop/src`;
  expect(find(twice, twice, told).project).toBe(find(twice, twice).project);
  const ofUser = '/home/shop/web';
  expect(find(ofUser, ofUser, told).project).toBe(find(ofUser, ofUser).project);
});

test('a worktree of another repository is not taken for one of the folder beside it', () => {
  const find = projectFinder();
  const cwd = `${CODE}/shop.worktrees/fox`;
  const other = find(cwd, `${CODE}/shop`, { repository: 'ann/blog' });
  expect(other.project).not.toBe(find(`${CODE}/shop`, null).project);

  const { home, shop } = repository();
  git(shop, 'remote', 'add', 'origin', 'https://example.com/ann/store.git');
  const gone = join(home, 'shop.worktrees', 'fox');
  const { id } = locateProject(shop);
  expect(find(gone, gone).project).toBe(id);
  expect(find(gone, gone, { repository: 'ann/store' }).project).toBe(id);
  expect(find(gone, gone, { repository: 'ann/blog' }).project).not.toBe(id);
});

test('a folder that is left of a worktree beside its repository still belongs to it; a repository of its own does not', () => {
  const { home, shop } = repository();
  const left = join(home, 'shop__worktrees', 'fox');
  mkdirSync(left, { recursive: true });
  expect(locateProject(left).id).toBe(locateProject(shop).id);
  const own = join(home, 'shop__worktrees', 'blog');
  mkdirSync(own);
  git(own, 'init', '-q');
  expect(locateProject(own).id).not.toBe(locateProject(shop).id);
  expect(locateProject(join(home, 'blog__worktrees', 'fox')).id).not.toBe(locateProject(shop).id);
});

test.each([
  ['shop-fix-cart', 'fix-cart'],
  ['shop-fix-cart', 'ann/fix-cart'],
  ['shop_fix-cart', 'fix/cart'],
])('a folder %s that is gone was a worktree of the one beside it where the branch was %s', (name, branch) => {
  const find = projectFinder();
  const main = find(`${CODE}/shop`, null);
  const cwd = `${CODE}/${name}`;
  const found = find(`${cwd}/src`, cwd, { branch });
  expect(found.project).toBe(main.project);
  expect(found.place('a.ts')).toEqual({ path: 'src/a.ts', outside: false });
  expect(found.place(`${CODE}/shop/src/a.ts`)).toEqual({ path: 'src/a.ts', outside: false });
});

test('a name that begins like another does not make a worktree of a folder', () => {
  const find = projectFinder();
  const shop = find(`${CODE}/shop`, null).project;
  for (const branch of ['main', 'new-api', 'ui', 'master'])
    expect(find(`${CODE}/shop-api`, null, { branch }).project).not.toBe(shop);
  expect(find(`${CODE}/shop-main`, null, { branch: 'main' }).project).not.toBe(shop);
  expect(find(`${CODE}/shop-api`, null, { branch: 'api', repository: 'ann/shop-api' }).project).not.toBe(
    shop,
  );
});

test('a folder beside a repository that is gone was its worktree where the repository has the branch', () => {
  const { home, shop } = repository();
  git(shop, 'branch', 'cart-totals');
  const find = projectFinder();
  const { id } = locateProject(shop);
  const gone = join(home, 'shop-two');
  expect(find(gone, gone, { branch: 'cart-totals' }).project).toBe(id);
  expect(find(gone, gone, { branch: 'other' }).project).not.toBe(id);
});

test('the address of the repository that a log names tells the project of folders that are gone', () => {
  const find = projectFinder();
  const one = find(`${CODE}/shop`, null, { repository: 'https://Example.com/ann/shop.git' });
  const two = find('/home/nobody/two', null, { repository: 'git@example.com:ann/shop' });
  const fork = find('/home/nobody/three', null, { repository: 'git@example.com:bob/shop' });
  expect(two.project).toBe(one.project);
  expect(fork.project).not.toBe(one.project);
  expect(two.place('/home/nobody/two/src/a.ts')).toEqual({ path: 'src/a.ts', outside: false });
  const nameless = ['/home/nobody/four', '/home/nobody/five'].map(
    (cwd) => find(cwd, null, { repository: 'https://example.com/..git' }).project,
  );
  expect(new Set(nameless).size).toBe(2);
});
