import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkStore } from './check.ts';
import { idOf, idsIn, keep, keepMany, openAtNoon, sampleText } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';
import { tornChanges } from './wal.ts';

const FRAME = 24 + 4096;

/** The files of a store whose process was killed after ten changes, the last five of them only in its log. */
function crashed(folder: string): string {
  const path = join(folder, 'project.db');
  const after = join(folder, 'crashed.db');
  using store = openAtNoon(path);
  for (let n = 0; n < 5; n++) keep(store, idOf(n), sampleText(n));
  store.db.exec('pragma wal_checkpoint(truncate)');
  for (let n = 5; n < 10; n++) keep(store, idOf(n), sampleText(n));
  for (const end of ['', '-wal']) copyFileSync(path + end, after + end);
  return after;
}

test('a log that a killed process left behind is whole', () => {
  const path = crashed(scratch());
  expect(tornChanges(readFileSync(`${path}-wal`))).toBe(0);
  using store = openAtNoon(path);
  expect([idsIn(store).length, store.notices]).toEqual([10, []]);
});

test('a log that breaks off in the middle of a change is the work of a kill, not damage', () => {
  const path = crashed(scratch());
  const log = readFileSync(`${path}-wal`);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: log.length }), (end) => {
      expect(tornChanges(log.subarray(0, end))).toBe(0);
    }),
  );
});

test('a log that was begun anew is not mistaken for a torn one', () => {
  const path = join(scratch(), 'project.db');
  using store = openAtNoon(path);
  for (let n = 0; n < 30; n++) keep(store, idOf(n), sampleText(n));
  const long = statSync(`${path}-wal`).size;
  store.db.exec('pragma wal_checkpoint(restart)');
  keep(store, idOf(30), sampleText(30));
  expect(statSync(`${path}-wal`).size).toBe(long);
  expect(tornChanges(readFileSync(`${path}-wal`))).toBe(0);
  expect(openAtNoon(path).notices).toEqual([]);
});

test('wherever a byte of a page in the log is flipped, the changes before it are there and the loss is told', () => {
  const folder = scratch();
  const source = crashed(folder);
  const log = readFileSync(`${source}-wal`);
  const frames = (log.length - 32) / FRAME;
  let round = 0;
  const place = fc.record({
    frame: fc.nat(frames - 1),
    at: fc.integer({ min: 24, max: FRAME - 1 }),
    flip: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(place, ({ frame, at, flip }) => {
      const path = join(folder, `round${round++}.db`);
      const bytes = Buffer.from(log);
      bytes[32 + frame * FRAME + at]! ^= flip;
      copyFileSync(source, path);
      writeFileSync(`${path}-wal`, bytes);
      using store = openAtNoon(path);
      const kept = idsIn(store);
      expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => idOf(n)));
      expect(kept.length).toBeGreaterThanOrEqual(5);
      expect(kept.length).toBeLessThan(10);
      const lost = 10 - kept.length;
      expect(store.notices[0]!.message).toContain(
        lost === 1 ? 'Its last change is lost' : `Its last ${lost} changes are lost`,
      );
      expect(checkStore(store).ok).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('where the file is ahead of what can be read of its log, the file alone counts', () => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  const after = join(folder, 'crashed.db');
  let second: number;
  {
    using store = openAtNoon(path);
    keepMany(store, 100);
    store.db.exec('pragma wal_checkpoint(truncate)');
    store.sql(`update memory set module = 'a' where row = 5`).run();
    second = statSync(`${path}-wal`).size;
    store.sql(`update memory set module = 'b' where row = 95`).run();
    // The index of hashes then disagrees with the first change, read alone.
    store.sql(`update memory set hash = 'anew' where row = 5`).run();
    store.db.exec('pragma wal_checkpoint(passive)');
    for (const end of ['', '-wal']) copyFileSync(path + end, after + end);
  }
  const log = readFileSync(`${after}-wal`);
  log[second + 1000]! ^= 0xff;
  writeFileSync(`${after}-wal`, log);

  using store = openAtNoon(after);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
  expect(store.sql(`select row from memory where hash = 'anew'`).all()).toEqual([{ row: 5 }]);
  expect(store.notices).toMatchObject([
    expect.objectContaining({
      message: `The write-ahead log of ${after} was damaged. Its last changes may be lost.`,
    }),
  ]);
});

test('a log whose beginning is damaged is kept, and the store goes on without it', () => {
  const path = crashed(scratch());
  const log = readFileSync(`${path}-wal`);
  writeFileSync(`${path}-wal`, log.fill(0xa5, 0, 100));
  {
    using store = openAtNoon(path);
    expect(idsIn(store)).toHaveLength(5);
    expect(store.notices).toMatchObject([
      {
        message: `The write-ahead log of ${path} was damaged. Its last changes are lost; everything before them is kept.`,
        hint: expect.stringContaining(`${path}.damaged-2026-11-14T12-00-00-000Z-wal`),
      },
    ]);
    expect(readFileSync(`${path}.damaged-2026-11-14T12-00-00-000Z-wal`).equals(log)).toBe(true);
    keep(store, 'more', 'Written afterwards');
  }
  using again = openAtNoon(path);
  expect([idsIn(again).length, again.notices]).toEqual([6, []]);
});
