import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupTo } from './copies.ts';
import { idsIn, keepMany, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

test('a backup is a store of its own', () => {
  const folder = scratch();
  using store = openAtNoon(join(folder, 'project.db'));
  keepMany(store, 30);
  const file = join(folder, 'backup.db');
  expect(backupTo(store, file)).toEqual({ file, memories: 30, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  using twin = openAtNoon(file);
  expect(idsIn(twin)).toEqual(idsIn(store));
});

test('a store in memory can be backed up', () => {
  const file = join(scratch(), 'backup.db');
  using store = openAtNoon(':memory:');
  keepMany(store, 3);
  expect(backupTo(store, file).memories).toBe(3);
});

test('a file that is there is not overwritten unless that is said', () => {
  const folder = scratch();
  const file = join(folder, 'backup.db');
  writeFileSync(file, 'precious');
  using store = openAtNoon(join(folder, 'project.db'));
  expect(() => backupTo(store, file)).toThrow(/already exists/);
  expect(readFileSync(file, 'utf8')).toBe('precious');
  backupTo(store, file, { overwrite: true });
  expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
});

test('a store is never its own backup', () => {
  using store = openAtNoon(join(scratch(), 'project.db'));
  expect(() => backupTo(store, store.path, { overwrite: true })).toThrow(/the store itself/);
});

test('a backup that cannot be written leaves nothing behind', () => {
  const folder = scratch();
  using store = openAtNoon(join(folder, 'project.db'));
  expect(() => backupTo(store, join(folder, 'nowhere', 'backup.db'))).toThrow(/cannot be opened/);
  mkdirSync(join(folder, 'taken.db'));
  expect(() => backupTo(store, join(folder, 'taken.db'), { overwrite: true })).toThrow(/is a folder/);
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});
