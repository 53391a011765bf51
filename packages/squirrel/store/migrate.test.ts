import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { connect } from './connect.ts';
import { copiesOf, keepCopy } from './copies.ts';
import { pragmaNumber } from './migrate.ts';
import { openStore } from './open.ts';
import { FIRST_VERSION, latestVersion, migrations } from './schema.ts';
import { checkStore } from './testing/check-store.ts';
import { spawnChild } from './testing/child.ts';
import { idsIn, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';
import { counted, endless, migrateAtOnce, openForLong } from './testing/store-tasks.ts';

const colour = [...migrations, 'alter table memory add column colour text'];
const openWith = (path: string, list: readonly string[]) =>
  openStore(path, { now: () => NOON, migrations: list });
const tablesOf = (store: Store) =>
  store
    .sql('select name from sqlite_schema')
    .all()
    .map(({ name }) => name);

test('an older store is brought up to date, and a copy from before is kept', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  using store = openWith(path, colour);
  expect(store.sql('select colour from memory').all()).toHaveLength(5);
  expect(store.notices).toEqual([]);
  const [copy] = copiesOf(path);
  expect(copy).toMatchObject({ at: NOON, reason: 'before-migration' });
  using old = openAtNoon(copy!.file);
  expect(idsIn(old)).toHaveLength(5);
});

test('a store of a schema that never was is set aside as damaged, and its logs are to be read again', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
    store.db.exec(`pragma user_version = ${FIRST_VERSION - 1}`);
  }
  using store = openAtNoon(path);
  const aside = `${path}.damaged-2026-11-14T12-00-00-000Z`;
  expect(store.notices).toMatchObject([
    { message: expect.stringContaining('was damaged'), hint: expect.stringContaining(aside) },
  ]);
  expect(idsIn(store)).toEqual([]);
  using old = connect(aside);
  expect(old.prepare('select count(*) as n from memory').get()).toEqual({ n: 5 });
  expect(readRepairReport(path)).toMatchObject({ since: 0, readAgain: null });
});

test('a new store needs no copy of itself', () => {
  const path = join(scratch(), 'project.db');
  openWith(path, colour).close();
  expect(copiesOf(path)).toEqual([]);
});

test('a migration that fails leaves the file as it was', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  const before = readFileSync(path);
  const broken = [
    ...migrations,
    'alter table memory add column x text; alter table nowhere add column x text',
  ];
  expect(() => openWith(path, broken)).toThrow(/could not be migrated from schema/);
  expect(readFileSync(path).equals(before)).toBe(true);
  using store = openAtNoon(path);
  expect(idsIn(store)).toHaveLength(5);
});

test('when the third of three migrations fails, two are done, and a mended program goes on from there', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  const two = [...colour, 'create table shape (name text)'];
  const third = (name: string) => [
    ...two,
    `create table size (name text); alter table ${name} add column x text`,
  ];
  const at = latestVersion(migrations);
  for (let tries = 0; tries < 9; tries++)
    expect(() => openWith(path, third('nowhere'))).toThrow(
      expect.objectContaining({
        name: 'Problem',
        code: 'store',
        message: `${path} could not be migrated from schema ${at + 2} to ${at + 3}. It is intact and stays at ${at + 2}.`,
        hint: expect.stringContaining('"before-migration"'),
      }),
    );
  {
    using store = openWith(path, two);
    expect(idsIn(store)).toHaveLength(5);
    expect(tablesOf(store)).toEqual(expect.arrayContaining(['shape']));
    expect(tablesOf(store)).not.toContain('size');
  }
  // However often it was tried, the copy from before the first is there for the program of before.
  expect(copiesOf(path)).toHaveLength(1);
  using old = openAtNoon(copiesOf(path).at(-1)!.file);
  expect(idsIn(old)).toHaveLength(5);

  using store = openWith(path, third('memory'));
  expect(tablesOf(store)).toEqual(expect.arrayContaining(['shape', 'size']));
});

test('a migration that is tried again and again does not push out the daily copies', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
    for (let day = 6; day > 0; day--) keepCopy(store, { now: NOON - day * 86_400_000, reason: 'daily' });
  }
  for (let tries = 0; tries < 9; tries++)
    expect(() => openWith(path, [...colour, 'alter table nowhere add column x text'])).toThrow();
  expect(copiesOf(path).map(({ reason }) => reason)).toEqual(['before-migration', ...Array(6).fill('daily')]);
});

test('killed between two migrations, a store is whole, and the next open carries on', async () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  const child = spawnChild(openForLong, [path]);
  using watching = connect(path, { way: 'read' });
  while (pragmaNumber(watching, 'user_version') === latestVersion(migrations)) await sleep(10);
  child.process.kill('SIGKILL');
  await child.ended;
  expect(pragmaNumber(watching, 'user_version')).toBe(latestVersion(migrations) + 1);

  using store = openWith(path, [...endless.slice(0, -1), 'create table second (name text)']);
  expect(store.notices).toEqual([]);
  expect(idsIn(store)).toHaveLength(5);
  expect(tablesOf(store)).toEqual(expect.arrayContaining(['first', 'second']));
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});

test('processes that migrate a file at the same moment run each migration once', async () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  const moment = Date.now() + 1500;
  const children = Array.from({ length: 4 }, () => spawnChild(migrateAtOnce, [path, moment]));
  for (const { ended } of children) expect(await ended).toEqual({ code: 0, trouble: '' });
  using store = openWith(path, counted);
  expect(store.sql('select count(*) as n from step').get()).toEqual({
    n: counted.length - migrations.length - 1,
  });
});

test('a migration may not leave rows without their parents', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  expect(() => openWith(path, [...migrations, 'delete from memory where row = 1'])).toThrow(
    /could not be migrated/,
  );
  using store = openAtNoon(path);
  expect(idsIn(store)).toHaveLength(5);
});

test('a table may be rebuilt without losing what points at it', () => {
  const path = join(scratch(), 'project.db');
  const family = `create table parent (id integer primary key);
    create table child (parent integer references parent on delete cascade);
    insert into parent values (1); insert into child values (1)`;
  const rebuilt = `create table parent2 (id integer primary key, name text); insert into parent2 (id) select id from parent;
    drop table parent; alter table parent2 rename to parent`;
  openWith(path, [...migrations, family]).close();
  using store = openWith(path, [...migrations, family, rebuilt]);
  expect(store.sql('select * from child').all()).toEqual([{ parent: 1 }]);
});

test('a store from a newer program is refused and not touched', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  openWith(path, colour).close();
  const before = readFileSync(path);
  expect(() => openAtNoon(path)).toThrow(
    `has schema version ${latestVersion(colour)}; this program supports up to ${latestVersion(migrations)}`,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['project.db', 'project.db.lock']);
});
