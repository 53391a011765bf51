import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepCopy } from './copies.ts';
import { logAccess } from './memory/belongings.ts';
import { removeMemory } from './memory/memories.ts';
import { rowsByWords } from './memory/words.ts';
import { eraseStore, scrub } from './restore.ts';
import { checkStore } from './testing/check-store.ts';
import { idsIn, keep, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { filesWith, scratch } from './testing/scratch.ts';

const SECRET = 'zanzibarquagga';
/** Longer than a page, so that it lies in overflow pages too. */
const LONG = `The word is ${SECRET}. `.repeat(500);

test('after erasing, no file in the folder holds a word of it', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  using store = openAtNoon(path);
  using other = openAtNoon(path);
  // As small as it can be: making the tables leaves a page free.
  store.db.exec('vacuum; pragma wal_checkpoint(truncate)');
  const sizeWhenNew = statSync(path).size;
  keepMany(store, 200);
  keep(store, 'secret', `The word is ${SECRET}`);
  keep(store, 'long', LONG);
  logAccess(store, [{ row: 201, at: 1, way: 'find', score: 1, question: `${SECRET}?` }]);
  keepCopy(store, { now: NOON, reason: 'daily' });
  for (const end of [
    'damaged-2026-11-14T11-00-00-000Z',
    'damaged-2026-11-14T11-00-00-000Z-wal',
    'made',
    'restoring',
  ])
    writeFileSync(`${path}.${end}`, SECRET);
  expect(filesWith(folder, SECRET).length).toBeGreaterThan(5);

  expect(eraseStore(store)).toBe(202);
  expect(filesWith(folder, SECRET)).toEqual([]);
  expect(statSync(path).size).toBe(sizeWhenNew);
  expect(readdirSync(join(folder, 'copies'))).toEqual([]);
  expect([idsIn(store), idsIn(other)]).toEqual([[], []]);

  keep(other, 'anew', 'A first memory again');
  expect(rowsByWords(store, 'again', { limit: 5 })).toHaveLength(1);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});

test('a store in memory is erased too', () => {
  using store = openAtNoon(':memory:');
  keepMany(store, 3);
  expect(eraseStore(store)).toBe(3);
  expect(idsIn(store)).toEqual([]);
});

test.each([
  ['short', `The word is ${SECRET}`],
  ['long', LONG],
])('a %s memory that was forgotten is nowhere in the folder after scrubbing', (_, text) => {
  const folder = scratch();
  using store = openAtNoon(join(folder, 'project.db'));
  keepMany(store, 100);
  keep(store, 'secret', text);
  keepMany(store, 100, 100);
  scrub(store);
  expect(filesWith(folder, SECRET)).not.toEqual([]);
  removeMemory(store, 101);
  expect(scrub(store)).toBe(true);
  expect(filesWith(folder, SECRET)).toEqual([]);
});

test('a text that was replaced is nowhere in the folder after scrubbing', () => {
  const folder = scratch();
  using store = openAtNoon(join(folder, 'project.db'));
  keepMany(store, 100);
  store.sql('update memory set text = ? where row = 50').run(LONG);
  scrub(store);
  store.sql(`update memory set text = 'Never mind' where row = 50`).run();
  scrub(store);
  expect(filesWith(folder, SECRET)).toEqual([]);
});

test('while another still reads, scrubbing says that it could not finish, and erasing tells the person', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  using store = openAtNoon(path);
  using other = openAtNoon(path);
  keepMany(store, 100);
  store.db.exec('pragma busy_timeout = 50');
  const reading = other.sql('select id from memory').iterate();
  reading.next();
  removeMemory(store, 50);
  expect(scrub(store)).toBe(false);
  expect(() => eraseStore(store)).toThrow(/traces remain/);
  reading.return!();
  expect(eraseStore(store)).toBe(0);
  expect(existsSync(`${path}-wal`)).toBe(true);
  expect(filesWith(folder, 'glacier')).toEqual([]);
});
