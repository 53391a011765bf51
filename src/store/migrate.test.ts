import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copiesOf } from './copies.ts';
import { migrations } from './migrations.ts';
import { openStore } from './open.ts';
import { idsIn, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

const colour = [...migrations, 'alter table memory add column colour text'];
const openWith = (path: string, list: readonly string[]) =>
  openStore(path, { now: () => NOON, migrations: list });

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

test('a new store needs no copy of itself', () => {
  const path = join(scratch(), 'project.db');
  openWith(path, colour).close();
  expect(copiesOf(path)).toEqual([]);
});

test('a migration that fails leaves the file as it was, even after others that did not', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  const before = readFileSync(path);
  expect(() => openWith(path, [...colour, 'alter table nowhere add column x text'])).toThrow(
    /could not be brought to schema/,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  using store = openAtNoon(path);
  expect(idsIn(store)).toHaveLength(5);
});

test('a migration may not leave rows without their parents', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 5);
  }
  expect(() => openWith(path, [...migrations, 'delete from memory where row = 1'])).toThrow(
    /could not be brought/,
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
  expect(() => openAtNoon(path)).toThrow(/is at schema 2; this program knows up to 1/);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['project.db', 'project.db.lock']);
});

test('a newer store that was killed while writing keeps its log', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  const crashed = join(folder, 'crashed.db');
  {
    using store = openWith(path, colour);
    store.db.exec('pragma wal_checkpoint(truncate)');
    keepMany(store, 5);
    for (const end of ['', '-wal']) copyFileSync(path + end, crashed + end);
  }
  const before = [readFileSync(crashed), readFileSync(`${crashed}-wal`)];
  expect(() => openAtNoon(crashed)).toThrow(/is at schema 2/);
  expect(readFileSync(crashed).equals(before[0]!)).toBe(true);
  expect(readFileSync(`${crashed}-wal`).equals(before[1]!)).toBe(true);
  using store = openWith(crashed, colour);
  expect(idsIn(store)).toHaveLength(5);
});
