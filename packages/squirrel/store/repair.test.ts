import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copiesOf, keepCopy } from './copies.ts';
import { markDamaged } from './lock.ts';
import { rowsByWords } from './memory/words.ts';
import { checkStore } from './testing/check-store.ts';
import { idOf, idsIn, keep, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

const PAGE = 4096;

/** The damaged files that were set aside; the log of one is next to it. */
const damagedFiles = (path: string): string[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.damaged-`) && !name.endsWith('-wal'))
    .map((name) => join(dirname(path), name));

/** A store of 100 memories, 60 of them in a copy too. */
function grown(path: string): void {
  using store = openAtNoon(path);
  keepMany(store, 60);
  keepCopy(store, { now: NOON, reason: 'daily' });
  keepMany(store, 40, 60);
}

/** Spoils some bytes of a file. */
function spoil(path: string, at: number, length = PAGE): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, at, at + length);
  writeFileSync(path, bytes);
}

/** The pages of a table or an index that hold its rows. */
const leavesOf = (store: Store, name: string): number[] =>
  store.db
    .prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno`)
    .all(name)
    .map(({ pageno }) => pageno as number);

/** The bytes of a file after one blow. */
function struck(
  bytes: Buffer,
  { way, at, length, other }: { way: string; at: number; length: number; other: number },
): Buffer {
  // The first hundred bytes say whose file it is: struck there, it may be refused as somebody else's.
  const from = Math.max(100, at);
  const to = Math.min(bytes.length, from + length);
  if (way === 'cut') return bytes.subarray(0, from);
  if (way === 'zeros') return Buffer.from(bytes).fill(0, Math.min(from, to), to);
  if (way === 'misplaced')
    return Buffer.concat([
      bytes.subarray(0, from),
      bytes.subarray(other, other + to - from),
      bytes.subarray(to),
    ]);
  const changed = Buffer.from(bytes);
  for (let i = from; i < (way === 'flip' ? Math.min(from + 1, to) : to); i++)
    changed[i]! ^= 1 + ((i * 31 + other) % 255);
  return changed;
}

const everything = Array.from({ length: 100 }, (_, n) => idOf(n));

test.each<[string, (path: string) => void]>([
  ['is not a database at all', (path) => writeFileSync(path, 'My shopping list: '.repeat(1000))],
  ['was overwritten with zeros', (path) => writeFileSync(path, Buffer.alloc(50 * PAGE))],
  ['was cut down to nothing', (path) => truncateSync(path, 0)],
  ['lost its first page', (path) => spoil(path, 0)],
])('a store that %s is set aside, and the newest copy takes its place', (_, damage) => {
  const path = join(scratch(), 'project.db');
  grown(path);
  damage(path);
  const spoiled = readFileSync(path);

  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(everything.slice(0, 60));
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
  const [aside] = damagedFiles(path);
  expect(readFileSync(aside!).equals(spoiled)).toBe(true);
  expect(store.notices).toMatchObject([
    {
      message: `${path} was damaged. It was replaced by its copy of 2026-11-14 12:00 UTC with 60 memories. Squirrel reads the logs of your sessions again.`,
      hint: `The damaged file is kept as ${aside}; delete it when you no longer need it.`,
    },
  ]);
  store.close();
  expect(openAtNoon(path).notices).toEqual([]);
});

test('damage that is met while reading is repaired at the next open', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  let leaves: number[];
  {
    using store = openAtNoon(path);
    leaves = leavesOf(store, 'memory');
  }
  spoil(path, (leaves.at(-3)! - 1) * PAGE);
  {
    using store = openAtNoon(path);
    expect(store.notices).toEqual([]);
    expect(() => store.sql('select sum(length(text)) from memory').get()).toThrow(/damaged/);
  }
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(everything.slice(0, 60));
  expect(store.notices).toHaveLength(1);
  expect(readRepairReport(path)).toMatchObject({ since: NOON, readAgain: null });
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});

test('a file that was cut short gives back what lies before the cut', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  truncateSync(path, Math.floor(readFileSync(path).length / PAGE / 2) * PAGE);
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(expect.arrayContaining(everything.slice(0, 60)));
  expect(store.notices[0]!.message).toMatch(/replaced by/);
});

test('without a copy a new store begins, and the logs are to be read again from the first', () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 20);
  }
  writeFileSync(path, 'gone');
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual([]);
  expect(store.notices[0]!.message).toBe(
    `${path} was damaged. It has no good copy; Squirrel created a new store. Squirrel reads the logs of your sessions again.`,
  );
  expect(readRepairReport(path)).toMatchObject({ since: 0, readAgain: null });
});

test('a copy that is damaged itself is passed over', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  {
    using store = openAtNoon(path);
    keepCopy(store, { now: NOON + 1000, reason: 'daily' });
  }
  const [newest, older] = copiesOf(path);
  spoil(newest!.file, 20 * PAGE, 10 * PAGE);
  writeFileSync(path, 'gone');
  using store = openAtNoon(path);
  expect(store.notices[0]!.message).toContain('its copy of 2026-11-14 12:00 UTC');
  expect(older!.at).toBe(NOON);
  expect(idsIn(store)).toHaveLength(60);
});

test('where the index of words does not match its texts, the newest copy takes the place of the store', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  {
    using store = openAtNoon(path);
    store.db.exec(`insert into memory_words (memory_words) values ('delete-all')`);
    expect(checkStore(store).ok).toBe(false);
  }
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(everything.slice(0, 60));
  expect(rowsByWords(store, 'glacier', { limit: 100 }).length).toBeGreaterThan(5);
  expect(damagedFiles(path)).toHaveLength(1);
});

test.each<[string, (path: string, aside: string) => void]>([
  ['before anything was moved', () => {}],
  ['when the file was moved and its log was not', (path, aside) => renameSync(path, aside)],
  [
    'when the new file was half made',
    (path, aside) => {
      renameSync(path, aside);
      renameSync(`${path}-wal`, `${aside}-wal`);
      writeFileSync(`${path}.made`, 'half');
      writeFileSync(`${path}.made-wal`, 'half');
    },
  ],
])('a replacement that was cut off %s is ended by whoever opens the store next', (_, upTo) => {
  const folder = scratch();
  const path = join(folder, 'project.db');
  grown(path);
  writeFileSync(path, 'not a store');
  writeFileSync(`${path}-wal`, 'not a log');
  writeFileSync(`${path}.mark`, 'project.db.damaged-2026-11-14T11-00-00-000Z');
  upTo(path, `${path}.damaged-2026-11-14T11-00-00-000Z`);

  using store = openAtNoon(path);
  expect(idsIn(store)).toHaveLength(60);
  expect(store.notices).toHaveLength(1);
  expect(damagedFiles(path)).toContain(`${path}.damaged-2026-11-14T11-00-00-000Z`);
  expect(readdirSync(folder).filter((name) => /mark|made/.test(name))).toEqual([]);
});

test('a replacement that had only its mark to remove is not done twice', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  copyFileSync(path, `${path}.damaged-2026-11-14T11-00-00-000Z`);
  writeFileSync(`${path}.mark`, 'project.db.damaged-2026-11-14T11-00-00-000Z');
  using store = openAtNoon(path);
  expect(idsIn(store)).toHaveLength(100);
  expect(store.notices).toHaveLength(1);
  expect(existsSync(`${path}.mark`)).toBe(false);
});

test('who still has the damaged file open is told at the next change, and harms nothing', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  const behind = openAtNoon(path);
  keep(behind, 'behind', 'Written before the damage was seen');
  markDamaged(path);
  spoil(path, 5 * PAGE, 20 * PAGE);

  using store = openAtNoon(path);
  expect(store.notices).toHaveLength(1);
  keep(store, 'ahead', 'Written into the new file');
  expect(() => behind.transaction(() => behind.sql('delete from access').run())).toThrow(
    /was replaced by another process|damaged/,
  );
  behind.close();
  keep(store, 'after', 'Written when the other was gone');
  store.close();
  using again = openAtNoon(path);
  expect(idsIn(again)).toEqual(expect.arrayContaining(['ahead', 'after']));
  expect(checkStore(again).ok).toBe(true);
});

test('whatever happens to the bytes of a store, what its copy held is there when it is opened for the second time', () => {
  const folder = scratch();
  grown(join(folder, 'grown', 'project.db'));
  const size = statSync(join(folder, 'grown', 'project.db')).size;
  const blow = fc.record({
    way: fc.constantFrom('cut', 'zeros', 'noise', 'flip', 'misplaced'),
    at: fc.nat(size - 1),
    length: fc.constantFrom(1, 16, 512, PAGE, 10 * PAGE),
    other: fc.nat(size - 1),
  });
  let round = 0;
  fc.assert(
    fc.property(fc.array(blow, { minLength: 1, maxLength: 3 }), (blows) => {
      const home = join(folder, `round${round++}`);
      cpSync(join(folder, 'grown'), home, { recursive: true });
      const path = join(home, 'project.db');
      writeFileSync(path, blows.reduce(struck, readFileSync(path)));
      openAtNoon(path).close();
      markDamaged(path);
      using store = openAtNoon(path);
      expect(idsIn(store)).toEqual(expect.arrayContaining(everything.slice(0, 60)));
      expect(checkStore(store)).toEqual({ ok: true, problems: [] });
    }),
    { numRuns: runs(6), examples: [[[{ way: 'cut', at: 100, length: 1, other: 0 }]]] },
  );
});

test('a store that was removed is replaced by its newest copy, and its old log is not taken for new', () => {
  const path = join(scratch(), 'project.db');
  grown(path);
  {
    using store = openAtNoon(path);
    keep(store, 'old', 'In the log of the store that was removed');
    copyFileSync(`${path}-wal`, `${path}-kept`);
  }
  rmSync(path);
  renameSync(`${path}-kept`, `${path}-wal`);
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(everything.slice(0, 60));
  expect(checkStore(store).ok).toBe(true);
  expect(store.notices[0]!.message).toMatch(/was missing\. It was replaced by its copy of/);
});
