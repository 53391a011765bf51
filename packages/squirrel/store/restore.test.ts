import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { backupTo, copiesOf } from './copies.ts';
import { rowsByWords } from './memory/words.ts';
import { openStore } from './open.ts';
import { restoreFrom } from './restore.ts';
import { FIRST_VERSION, latestVersion, migrations } from './schema.ts';
import { checkStore } from './testing/check-store.ts';
import { idsIn, keep, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

test('a restored store holds what the backup held, and a copy of what it held before', () => {
  const folder = scratch();
  using store = openAtNoon(join(folder, 'project.db'));
  keepMany(store, 30);
  backupTo(store, join(folder, 'backup.db'));
  store.sql('delete from memory where row > 10').run();
  keep(store, 'later', 'Learnt after the backup');

  const restored = restoreFrom(store, join(folder, 'backup.db'), { now: NOON });
  expect(restored).toMatchObject({ memories: 30, before: 11 });
  expect(idsIn(store)).toHaveLength(30);
  expect(rowsByWords(store, 'glacier', { limit: 50 })).toHaveLength(4);
  expect(rowsByWords(store, 'learnt', { limit: 50 })).toEqual([]);
  expect(store.sql('select count(*) as n from evidence').get()).toEqual({ n: 30 });
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
  using before = openAtNoon(restored.keptAt);
  expect(idsIn(before)).toHaveLength(11);
  // What would be taken should the file be damaged is what is there now.
  expect(copiesOf(store.path)[0]!.reason).toBe('after-restore');
});

test('others who have the store open see the new content and go on writing', () => {
  const folder = scratch();
  using store = openAtNoon(join(folder, 'project.db'));
  using other = openAtNoon(join(folder, 'project.db'));
  keepMany(store, 30);
  backupTo(store, join(folder, 'backup.db'));
  other.sql('delete from memory').run();
  const version = () => other.sql('pragma data_version').get()!.data_version;
  const seen = [version(), store.sql('pragma data_version').get()!.data_version];

  restoreFrom(store, join(folder, 'backup.db'), { now: NOON });
  expect(idsIn(other)).toHaveLength(30);
  keep(other, 'more', 'Words after the restore');
  expect(rowsByWords(store, 'restore', { limit: 5 })).toHaveLength(1);
  expect(checkStore(store).ok).toBe(true);
  // The number by which both notice that what they hold in memory is out of date.
  expect(version()).not.toBe(seen[0]);
  expect(store.sql('pragma data_version').get()!.data_version).not.toBe(seen[1]);
});

test('a backup from an older program is brought up to date on the way', () => {
  const folder = scratch();
  const file = join(folder, 'old.db');
  {
    using old = openAtNoon(join(folder, 'old-project.db'));
    keepMany(old, 5);
    backupTo(old, file);
  }
  const before = readFileSync(file);
  const newer = [...migrations, `alter table memory add column colour text default 'red'`];
  using store = openStore(join(folder, 'project.db'), { now: () => NOON, migrations: newer });
  restoreFrom(store, file, { now: NOON, migrations: newer });
  expect(store.sql('select distinct colour from memory').all()).toEqual([{ colour: 'red' }]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('what is not a good backup of ours is refused and the store stays as it was', () => {
  const folder = scratch();
  const at = (name: string) => join(folder, name);
  using store = openAtNoon(at('project.db'));
  keepMany(store, 30);
  openStore(at('newer.db'), { now: () => NOON, migrations: [...migrations, 'create table x (y)'] }).close();
  const theirs = new DatabaseSync(at('theirs.db'));
  theirs.exec('create table song (title)');
  theirs.close();
  writeFileSync(at('text.db'), 'shopping list');
  writeFileSync(at('empty.db'), '');
  backupTo(store, at('spoiled.db'));
  const bytes = readFileSync(at('spoiled.db'));
  writeFileSync(at('spoiled.db'), bytes.fill(0xa5, 10 * 4096, 20 * 4096));

  backupTo(store, at('outdated.db'));
  using outdated = new DatabaseSync(at('outdated.db'));
  outdated.exec(`pragma user_version = ${FIRST_VERSION - 1}`);

  const refusals: [string, RegExp][] = [
    ['missing.db', /does not exist/],
    ['newer.db', new RegExp(`has schema version ${latestVersion(migrations) + 1}`)],
    ['outdated.db', /damaged or not a backup/],
    ['theirs.db', /another program/],
    ['text.db', /damaged or not a backup/],
    ['empty.db', /damaged or not a backup/],
    ['spoiled.db', /damaged or not a backup/],
  ];
  for (const [file, why] of refusals)
    expect(() => restoreFrom(store, at(file), { now: NOON }), file).toThrow(why);
  expect(idsIn(store)).toHaveLength(30);
  expect(copiesOf(store.path)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
});
