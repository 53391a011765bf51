import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { otherMachine } from './other-machine.ts';
import { folderOf } from './shell-files.ts';
import { projectFinder } from './work/project-of.ts';

const home = mkdtempSync(join(tmpdir(), 'sqrl-other-'));
afterAll(() => rmSync(home, { recursive: true }));
const root = join(home, 'book-shop');
mkdirSync(join(root, 'api'), { recursive: true });
mkdirSync(join(home, 'mine', 'book-shop'), { recursive: true });

test.each([
  ['/Users/ann/code/book-shop', '.'],
  ['/Users/ann/code/Book_Shop/api/src', 'api/src'],
  ['C:\\dev\\book-shop\\api', 'api'],
  ['/c/dev/book-shop/api', 'api'],
  ['/Users/ann/code/shop/api', undefined],
  ['/Users/book-shop/code', undefined],
  ['/Users/ann/book-shop/copies/book-shop/api', undefined],
  ['/Users/ann/.cache/book-shop/api', undefined],
  ['/var/www/book-shop/api', undefined],
  [join(home, 'mine/book-shop/api'), undefined],
  ['api', undefined],
])('%s of another machine is %s', (path, placed) => {
  expect(otherMachine(root)(path)?.path).toBe(placed);
});

test('a folder that many repositories have inside names none', () => {
  mkdirSync(join(home, 'api'));
  expect(otherMachine(join(home, 'api'))('/Users/ann/other/api/src')).toBeUndefined();
  expect(otherMachine(join(home, 'gone'))('/Users/ann/gone/src')).toBeUndefined();
  expect(otherMachine(undefined)('/Users/ann/shop')).toBeUndefined();
});

test('a command of a history from another machine works in a folder of the repository', () => {
  const { place } = projectFinder()(root, root);
  expect(folderOf('cd /Users/ann/code/book-shop/api && npm test', place)).toBe('api');
  expect(folderOf('cd /Users/ann/code/book-shop && npm test', place)).toBeNull();
  expect(folderOf('cd /Users/ann/code/other && npm test', place)).toBe('/Users/ann/code/other');
});
