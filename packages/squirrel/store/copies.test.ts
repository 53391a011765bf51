import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCodeFile } from '@sqrl/code-graph/tables/files.ts';
import { expect, test } from 'vitest';
import { copiesOf, copyIsDue, hasOnlyCode, keepCopy, lastCopyAt } from './copies.ts';
import { idsIn, keep, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

const HOUR_MS = 3600 * 1000;

test('a copy holds what the store held, in a folder beside it, for its owner alone', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  using store = openAtNoon(path);
  keepMany(store, 30);
  const copy = keepCopy(store, { now: NOON, reason: 'daily' });
  keepMany(store, 5, 30);

  expect(copy).toMatchObject({ at: NOON, reason: 'daily', memories: 30, bytes: statSync(copy.file).size });
  expect(copy.file).toBe(join(folder, 'copies', 'project-2026-11-14T12-00-00-000Z-daily.db'));
  expect(statSync(copy.file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'copies')).mode & 0o777).toBe(0o700);
  using twin = openAtNoon(copy.file);
  expect(idsIn(twin)).toHaveLength(30);
});

test('a copy is made in the middle of reading and of writing', () => {
  using store = openAtNoon(join(scratch(), 'project.db'));
  keepMany(store, 30);
  for (const { id } of store.sql('select id from memory').iterate())
    if (id === 'm0010') expect(keepCopy(store, { now: NOON, reason: 'daily' }).memories).toBe(30);
  store.transaction(() => {
    keep(store, 'half', 'Not committed yet');
    expect(keepCopy(store, { now: NOON, reason: 'daily' }).memories).toBe(30);
  });
});

test('the newest seven copies are kept', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  for (let day = 0; day < 9; day++) keepCopy(store, { now: NOON + day * 24 * HOUR_MS, reason: 'daily' });
  expect(copiesOf(path).map(({ at }) => (at - NOON) / 24 / HOUR_MS)).toEqual([8, 7, 6, 5, 4, 3, 2]);
});

test('copies made at the same moment do not replace each other', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  for (let i = 0; i < 3; i++) keepCopy(store, { now: NOON, reason: 'daily' });
  expect(copiesOf(path)).toHaveLength(3);
});

test('a clock that ran ahead neither stops the daily copy nor costs the one just made', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  for (let i = 1; i <= 7; i++) keepCopy(store, { now: NOON + i * 9999 * HOUR_MS, reason: 'daily' });
  expect(copyIsDue(path, NOON)).toBe(true);
  const { file } = keepCopy(store, { now: NOON, reason: 'daily' });
  expect(existsSync(file)).toBe(true);
  expect(copiesOf(path)).toHaveLength(7);
});

test('a copy is due once a day', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  expect([lastCopyAt(path), copyIsDue(path, NOON)]).toEqual([undefined, true]);
  keepCopy(store, { now: NOON, reason: 'daily' });
  expect(lastCopyAt(path)).toBe(NOON);
  expect([1, 23, 24].map((hours) => copyIsDue(path, NOON + hours * HOUR_MS))).toEqual([false, false, true]);
});

test('copies of stores with similar names are not mixed up, and nothing else in the folder is touched', () => {
  const folder = scratch();
  using user = openAtNoon(join(folder, 'user.db'));
  using other = openAtNoon(join(folder, 'user-x.db'));
  keepCopy(user, { now: NOON, reason: 'daily' });
  keepCopy(other, { now: NOON, reason: 'daily' });
  writeFileSync(join(folder, 'copies', 'user-notes.db'), 'mine');
  keepCopy(user, { now: NOON + 1, reason: 'daily', keep: 1 });
  expect(readdirSync(join(folder, 'copies')).sort()).toEqual([
    'user-2026-11-14T12-00-00-001Z-daily.db',
    'user-notes.db',
    'user-x-2026-11-14T12-00-00-000Z-daily.db',
  ]);
});

test('what a copy that was cut off left behind is cleared away', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  const { file } = keepCopy(store, { now: NOON, reason: 'daily' });
  writeFileSync(`${file}.part-4711`, 'half');
  writeFileSync(`${file}.part-4711-journal`, 'half');
  keepCopy(store, { now: NOON, reason: 'daily' });
  expect(readdirSync(join(file, '..')).filter((name) => name.includes('part'))).toEqual([]);
});

test('no copy is made of a store that is damaged, and the old ones stay', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  keepMany(store, 20);
  keepCopy(store, { now: NOON, reason: 'daily', keep: 1 });
  store.db.exec(`insert into memory_words (memory_words) values ('delete-all')`);
  expect(() => keepCopy(store, { now: NOON + 1, reason: 'daily', keep: 1 })).toThrow(/failed verification/);
  expect(copiesOf(path).map(({ at }) => at)).toEqual([NOON]);
  expect(readdirSync(join(path, '../copies'))).toHaveLength(1);
});

test('a store is more than a code index as soon as it has a memory', () => {
  using store = openAtNoon(join(scratch(), 'project.db'));
  expect(hasOnlyCode(store)).toBe(false);
  addCodeFile(store, 'src/cart.ts');
  expect(hasOnlyCode(store)).toBe(true);
  keep(store, 'kept', 'Tests need REDIS_URL');
  expect(hasOnlyCode(store)).toBe(false);
});
