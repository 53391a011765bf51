import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placerIn, wholePath, worktreeAround } from './paths.ts';

const inShop = placerIn(['/home/ann/shop', '/home/ann/shop-next', 'C:\\Users\\Ann\\shop']);

test.each([
  ['/home/ann/shop/src/cart.ts', '/home/ann/shop', 'src/cart.ts'],
  ['src/cart.ts', '/home/ann/shop', 'src/cart.ts'],
  ['cart.ts', '/home/ann/shop/src', 'src/cart.ts'],
  ['../test/./cart.ts', '/home/ann/shop/src', 'test/cart.ts'],
  ['/home/ann/shop-next/src/cart.ts', '/home/ann/shop', 'src/cart.ts'],
  ['/home/ann/shop', '/', '.'],
  ['~/shop/a.ts', '/home/ann/else', 'a.ts'],
  ['file:///home/ann/shop/a%20b.ts', null, 'a b.ts'],
  ['/home/ann/shop/.claude/worktrees/quick-fox/src/cart.ts', '/', 'src/cart.ts'],
  ['.worktrees/feature/src/cart.ts', '/home/ann/shop', 'src/cart.ts'],
  ['C:\\Users\\Ann\\shop\\src\\cart.ts', null, 'src/cart.ts'],
  ['c:\\users\\ann\\SHOP\\src\\Cart.ts', null, 'src/Cart.ts'],
  ['\\\\?\\C:\\Users\\Ann\\shop\\src\\cart.ts', null, 'src/cart.ts'],
  ['/mnt/c/Users/Ann/shop/src/cart.ts', '/home/ann', 'src/cart.ts'],
  ['/c/Users/Ann/shop/src/cart.ts', null, 'src/cart.ts'],
  ['/cygdrive/c/Users/Ann/shop/src/cart.ts', null, 'src/cart.ts'],
  ['file:///c:/Users/Ann/shop/src/cart.ts', null, 'src/cart.ts'],
  ['file:///c%3A/Users/Ann/shop/src/cart.ts', null, 'src/cart.ts'],
  ['src\\cart.ts', 'C:\\Users\\Ann\\shop', 'src/cart.ts'],
  ['\\Users\\Ann\\shop\\a.ts', 'C:\\Users\\Ann', 'a.ts'],
  ['\\\\wsl$\\Ubuntu\\home\\ann\\shop\\a.ts', null, 'a.ts'],
  ['\\\\wsl.localhost\\Ubuntu\\home\\ann\\shop\\a.ts', null, 'a.ts'],
])('%s, named in %s, is the file %s of the repository', (path, cwd, wanted) => {
  expect(inShop(path, cwd)).toEqual({ path: wanted, outside: false });
});

test.each([
  ['/etc/passwd', '/home/ann/shop', '/etc/passwd'],
  ['../secret.txt', '/home/ann/shop', '/home/ann/secret.txt'],
  ['/home/ann/shopping/list.txt', '/home/ann/shop', '/home/ann/shopping/list.txt'],
  ['D:\\music\\a.mp3', 'C:\\Users\\Ann\\shop', 'D:/music/a.mp3'],
  ['\\\\server\\share\\a.txt', 'C:\\Users\\Ann\\shop', '//server/share/a.txt'],
  ['~/.zshrc', '/home/ann/shop', '/home/ann/.zshrc'],
  ['/home/ann/shop/../../../../../etc/passwd', null, '/etc/passwd'],
  ['C:\\..\\..\\x', null, 'C:/x'],
])('%s, named in %s, lies outside: %s', (path, cwd, wanted) => {
  expect(inShop(path, cwd)).toEqual({ path: wanted, outside: true });
});

test('on a Mac a folder below /var has two names', () => {
  const place = placerIn(['/private/var/folders/xy/repo']);
  expect(place('/var/folders/xy/repo/a.ts', null)).toEqual({ path: 'a.ts', outside: false });
  expect(placerIn(['/var/folders/xy/repo'])('/private/var/folders/xy/repo/a.ts', null)).toEqual({
    path: 'a.ts',
    outside: false,
  });
});

test('letters that are written in two ways are the same letter', () => {
  expect(inShop('/home/ann/shop/u\u0308ber.ts', null).path).toBe('\u00fcber.ts');
});

test('where nobody says where a path begins, it is taken as one of the repository', () => {
  expect(inShop('src/cart.ts', null)).toEqual({ path: 'src/cart.ts', outside: false });
  expect(inShop('../x.ts', null)).toEqual({ path: '../x.ts', outside: true });
});

test.each([
  ['/r/shop/.claude/worktrees/quick-fox/src', null, '/r/shop', '/r/shop/.claude/worktrees/quick-fox'],
  ['/r/shop/.worktrees/a', null, '/r/shop', '/r/shop/.worktrees/a'],
  ['/r/shop/.worktrees/fix/cart/src', 'fix/cart', '/r/shop', '/r/shop/.worktrees/fix/cart'],
  ['/r/shop__worktrees/fox/src', null, '/r/shop', '/r/shop__worktrees/fox'],
  ['/r/shop.worktrees/fox', 'main', '/r/shop', '/r/shop.worktrees/fox'],
  ['/r/shop.worktrees/fix/cart', 'fix/cart', '/r/shop', '/r/shop.worktrees/fix/cart'],
  ['/r/shop.worktrees/fix/carts', 'fix/cart', '/r/shop', '/r/shop.worktrees/fix'],
  ['C:/r/shop.worktrees/fox', null, 'C:/r/shop', 'C:/r/shop.worktrees/fox'],
])('%s (%s) is in a worktree of the repository %s', (folder, branch, root, top) => {
  expect(worktreeAround(folder, branch)).toEqual({ root, top });
});

test.each([
  '/r/shop/worktrees/a',
  '/r/shop.worktrees',
  '/r/worktrees/shop',
  '/r/__worktrees/a',
  '/r/myworktrees/a',
])('%s is no worktree by its name', (folder) => expect(worktreeAround(folder)).toBeUndefined());

test('a file in a worktree beside the repository is the repository’s', () => {
  expect(inShop('/home/ann/shop__worktrees/fox/src/cart.ts', null)).toEqual({
    path: 'src/cart.ts',
    outside: false,
  });
  expect(inShop('../shop.worktrees/fox/a.ts', '/home/ann/shop').path).toBe('a.ts');
  expect(inShop('/home/ann/shopping.worktrees/fox/a.ts', null).outside).toBe(true);
});

const name = fc
  .string({ minLength: 1, maxLength: 8 })
  .map((text) => text.replace(/[\\/:%~?#\0]/g, 'x').normalize('NFC'))
  .filter((text) => text.trim() === text && !/^\.+$/.test(text) && text !== '');
const way = fc.array(name, { minLength: 1, maxLength: 4 });

test('a file is the same file whichever system names it', () => {
  fc.assert(
    fc.property(way, way, (top, file) => {
      fc.pre(file[0] !== '.claude' && file[0] !== '.worktrees');
      const place = placerIn([`C:/${top.join('/')}`]);
      const posix = [...top, ...file].join('/');
      const windows = [...top, ...file].join('\\');
      const wanted = { path: file.join('/'), outside: false };
      for (const path of [
        `C:\\${windows}`,
        `c:/${posix}`,
        `\\\\?\\C:\\${windows}`,
        `/mnt/c/${posix}`,
        `/c/${posix}`,
        `/C:/${posix}`,
        `file:///c:/${posix.split('/').map(encodeURIComponent).join('/')}`,
      ])
        expect(place(path, null)).toEqual(wanted);
      expect(place(file.join('\\'), `c:\\${top.join('\\')}`)).toEqual(wanted);
      expect(placerIn([`/${top.join('/')}`])(`/${posix}`, null)).toEqual(wanted);
    }),
  );
});

test('whatever a log says is a path, it is placed, and placing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.option(fc.string({ maxLength: 20 })), (path, cwd) => {
      const once = wholePath(path, cwd);
      expect(wholePath(once, null)).toBe(once);
      const { path: placed, outside } = inShop(path, cwd);
      expect(placed).not.toBe('');
      if (!outside) expect(placed).not.toMatch(/^\.\.(\/|$)/);
    }),
  );
});
