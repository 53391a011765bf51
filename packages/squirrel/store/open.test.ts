import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import { refuseOldSqlite, resetsUnsafely } from './connect.ts';
import { openStore } from './open.ts';
import { migrations } from './schema.ts';
import { checkStore } from './testing/check-store.ts';
import { idsIn, keep, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** The Problem that work runs into. */
function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('There was no trouble at all');
}

test('a store and its folders are nobody else’s to read', () => {
  const path = join(scratch(), 'home', 'projects', 'project.db');
  using store = openAtNoon(path);
  keep(store, 'one', 'A secret');
  expect([path, `${path}-wal`, `${path}-shm`, `${path}.lock`].map(modeOf)).toEqual([
    '600',
    '600',
    '600',
    '600',
  ]);
  expect([join(path, '..'), join(path, '../..')].map(modeOf)).toEqual(['700', '700']);
});

test('a store that was open to others is closed to them', () => {
  const path = join(scratch(), 'project.db');
  openAtNoon(path).close();
  chmodSync(path, 0o664);
  openAtNoon(path).close();
  expect(modeOf(path)).toBe('600');
});

test('what was kept is there when the store is opened again, and nothing else lies beside it', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 3);
  }
  expect(readdirSync(folder).sort()).toEqual(['project.db', 'project.db.lock']);
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(['m0000', 'm0001', 'm0002']);
  expect(store).toMatchObject({ path, readOnly: false, notices: [] });
});

test('a new store is whole at once, also where the mark of an earlier one was left', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  writeFileSync(`${path}.mark`, '');
  using store = openAtNoon(path);

  expect(store.notices).toEqual([]);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
  expect(existsSync(`${path}.mark`)).toBe(false);
});

test('names that mean something in a URL are only names', () => {
  const path = join(scratch(), 'a ?mode=ro#x%41é', 'project.db');
  using store = openAtNoon(path);
  keep(store, 'one', 'Kept');
  expect(existsSync(path)).toBe(true);
});

test('a store behind a link is opened where it lies', () => {
  const folder = scratch();
  mkdirSync(join(folder, 'real'));
  openAtNoon(join(folder, 'real', 'project.db')).close();
  symlinkSync(join(folder, 'real', 'project.db'), join(folder, 'link.db'));
  using store = openAtNoon(join(folder, 'link.db'));
  expect(store.path).toBe(join(folder, 'real', 'project.db'));
});

test('a store in memory needs no file', () => {
  using store = openAtNoon(':memory:');
  keepMany(store, 2);
  expect(idsIn(store)).toHaveLength(2);
});

test('work that fails leaves nothing behind, and neither does work inside other work', () => {
  using store = openAtNoon(':memory:');
  const failing = () =>
    store.transaction(() => {
      keep(store, 'one', 'First half');
      throw new Error('no second half');
    });
  expect(failing).toThrow('no second half');
  const forgiving = () =>
    store.transaction(() => {
      keep(store, 'two', 'Before');
      try {
        failing();
      } catch {}
    });
  expect(forgiving).toThrow('no second half');
  expect(idsIn(store)).toEqual([]);
  keep(store, 'three', 'After');
  expect(idsIn(store)).toEqual(['three']);
});

test('a transaction does not wait for promises, and says so', () => {
  using store = openAtNoon(':memory:');
  expect(() => store.transaction(async () => keep(store, 'one', 'Too late?'))).toThrow(/asynchronous/);
  expect(idsIn(store)).toEqual([]);
});

test('our own mistakes stay plain errors', () => {
  using store = openAtNoon(':memory:');
  keep(store, 'one', 'Text');
  for (const mistake of [() => store.sql('selct 1'), () => keep(store, 'one', 'Another text')]) {
    expect(mistake).toThrow(Error);
    expect(mistake).not.toThrow(Problem);
  }
});

test('a row is handed out while others are still to come, and an abandoned walk does no harm', () => {
  using store = openAtNoon(':memory:');
  keepMany(store, 5);
  const walk = () => store.sql('select id from memory order by id').iterate();
  for (const { id } of walk()) if (id === 'm0002') break;
  expect([...walk()]).toHaveLength(5);
});

test('a full disk is told as such, and nothing is half-written', () => {
  using store = openAtNoon(join(scratch(), 'project.db'));
  keepMany(store, 10);
  const pages = store.db.prepare('pragma page_count').get()!.page_count as number;
  store.db.exec(`pragma max_page_count = ${pages + 3}`);
  const problem = problemOf(() => keepMany(store, 500, 10));
  expect(problem).toMatchObject({ code: 'store', message: expect.stringContaining('Disk full') });
  expect(problem.message + problem.hint).not.toMatch(/sqlite|database or disk/i);
  expect(idsIn(store)).toHaveLength(10);
  store.db.exec('pragma max_page_count = 1000000');
  keepMany(store, 500, 10);
  expect(idsIn(store)).toHaveLength(510);
});

test('a store that another program will not let go of is told as such', () => {
  const path = join(scratch(), 'project.db');
  using one = openAtNoon(path);
  using other = openAtNoon(path);
  other.db.exec('pragma busy_timeout = 50');
  one.transaction(() => {
    expect(problemOf(() => keep(other, 'two', 'Waiting'))).toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/is locked by another process/),
    });
    expect(idsIn(other)).toEqual([]);
  });
  keep(other, 'two', 'No longer waiting');
  expect(idsIn(one)).toEqual(['two']);
});

test('a database of another program is refused and left alone', () => {
  const path = join(scratch(), 'theirs.db');
  const theirs = new DatabaseSync(path);
  theirs.exec('create table song (title text); insert into song values (1)');
  theirs.close();
  const before = readFileSync(path);
  expect(problemOf(() => openAtNoon(path))).toMatchObject({
    code: 'store',
    message: expect.stringContaining('another program'),
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a path that cannot be a store is told as such', () => {
  const folder = scratch();
  writeFileSync(join(folder, 'file'), 'text');
  mkdirSync(join(folder, 'folder'));
  const message = (path: string) => problemOf(() => openAtNoon(join(folder, path))).message;
  expect(message('folder')).toMatch(/is a folder/);
  expect(message('file/project.db')).toMatch(/a part of its path is a file/);
  expect(message('file/deep/project.db')).toMatch(/a part of its path is a file/);
  expect(message(`${'long'.repeat(100)}.db`)).toMatch(/too long|cannot be opened/);
});

test('an SQLite that can damage a store is known, and one that is too old is refused', () => {
  for (const old of ['3.45.1', '3.51.2', '3.50.9']) expect(resetsUnsafely(old)).toBe(true);
  for (const good of ['3.51.3', '3.53.0', '4.0.0']) expect(resetsUnsafely(good)).toBe(false);
  expect(() => refuseOldSqlite('3.45.1')).toThrow(Problem);
  for (const good of ['3.50.4', '3.51.3', '4.0.0']) expect(() => refuseOldSqlite(good)).not.toThrow();
});

test('two stores are opened at once by one process', () => {
  const path = join(scratch(), 'project.db');
  using one = openStore(path, { now: () => NOON });
  using other = openStore(path, { now: () => NOON });
  keep(one, 'one', 'Said here');
  keep(other, 'two', 'Said there');
  expect([idsIn(one), idsIn(other)]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
});

test('a copied store in memory is as a migrated one, and none of both sees the other', () => {
  const asMade = (store: ReturnType<typeof openStore>) => [
    store.sql('select type, name, sql from sqlite_schema order by name').all(),
    ...['user_version', 'application_id', 'foreign_keys'].map((name) => store.sql(`pragma ${name}`).get()),
  ];
  using migrated = openStore(':memory:', { now: () => NOON, migrations: [...migrations] });
  using first = openStore(':memory:', { now: () => NOON });
  keep(first, 'one', 'Tests need REDIS_URL');
  using copied = openStore(':memory:', { now: () => NOON });
  expect(asMade(copied)).toEqual(asMade(migrated));
  expect(idsIn(copied)).toEqual([]);
  keep(copied, 'two', 'Prices are in cents');
  expect(idsIn(first)).toEqual(['one']);
});
