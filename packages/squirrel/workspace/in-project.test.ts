import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from './in-project.ts';
import { locateProject } from './locate.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-in-project-')));
  mkdirSync(join(folder, 'shop/src'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file of the project is named from its root, whether or not it is there', () => {
  const shop = locateProject(join(folder, 'shop'));

  expect(inProject(shop, join(folder, 'shop/src/gone/a.ts'))).toBe('src/gone/a.ts');
  expect(inProject(shop, join(folder, 'shop'))).toBe('.');
  expect(inProject(shop, join(folder, 'shop/..more'))).toBe('..more');
  expect(inProject(shop, join(folder, 'shopping/a.ts'))).toBe(join(folder, 'shopping/a.ts'));
  expect(inProject(undefined, join(folder, 'shop/a.ts'))).toBe(join(folder, 'shop/a.ts'));
});

test('links lead to the same name, and one out of the project keeps the name it has inside', () => {
  const shop = locateProject(join(folder, 'shop'));
  mkdirSync(join(folder, 'library'));
  symlinkSync(join(folder, 'library'), join(folder, 'shop/vendored'));
  symlinkSync(join(folder, 'shop/src'), join(folder, 'sources'));

  expect(inProject(shop, join(folder, 'sources/gone.ts'))).toBe('src/gone.ts');
  expect(inProject(shop, join(folder, 'shop/vendored/a.ts'))).toBe('vendored/a.ts');
});

test.each([
  ['./src', 'src'],
  ['src/', 'src'],
  ['src//a.ts', 'src/a.ts'],
  ['src\\a.ts', 'src/a.ts'],
  ['./', '.'],
  ['', ''],
])('the relative name %j is tidied to %j', (given, name) => {
  expect(inProject(locateProject(folder), given)).toBe(name);
});
