import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeAlone, mergeNowAndThen } from './connect.ts';
import { idOf, keep, openAtNoon, sampleText } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

/** A store whose log SQLite leaves alone, and how many pages of it wait to be merged. */
function storeOfOldSqlite() {
  const path = join(scratch(), 'project.db');
  const store = openAtNoon(path);
  store.db.exec('pragma wal_autocheckpoint = 0');
  const waiting = () => {
    const { log, checkpointed } = store.db.prepare('pragma wal_checkpoint(noop)').get() as {
      log: number;
      checkpointed: number;
    };
    return log - checkpointed;
  };
  return { path, store, waiting };
}

test('a log is merged while this connection keeps others from writing, and writing goes on after it', () => {
  const { path, store, waiting } = storeOfOldSqlite();
  for (let n = 0; n < 5; n++) keep(store, idOf(n), sampleText(n));
  expect(waiting()).toBeGreaterThan(0);
  mergeAlone(store.db, path);
  expect([waiting(), store.db.isTransaction]).toEqual([0, false]);
  keep(store, idOf(5), sampleText(5));
  expect(waiting()).toBeGreaterThan(0);
  store.close();
});

test('where another process writes, nothing is merged and nothing fails', () => {
  const { path, store, waiting } = storeOfOldSqlite();
  keep(store, idOf(0), sampleText(0));
  using other = openAtNoon(path);
  other.db.exec('begin immediate');
  store.db.exec('pragma busy_timeout = 0');
  mergeAlone(store.db, path);
  expect(waiting()).toBeGreaterThan(0);
  other.db.exec('rollback');
  store.close();
});

test('it is merged after some hundred commits', () => {
  const { path, store, waiting } = storeOfOldSqlite();
  const merge = mergeNowAndThen(store.db, path);
  keep(store, idOf(0), sampleText(0));
  for (let n = 0; n < 199; n++) merge();
  expect(waiting()).toBeGreaterThan(0);
  merge();
  expect(waiting()).toBe(0);
  store.close();
});
