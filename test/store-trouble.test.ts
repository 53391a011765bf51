import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { copiesOf } from '@sqrl/squirrel/store/copies.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { spawnChild } from '@sqrl/squirrel/store/testing/child.ts';
import { idsIn, keep, keepMany, NOON, openAtNoon } from '@sqrl/squirrel/store/testing/fill.ts';
import { scratch } from '@sqrl/squirrel/store/testing/scratch.ts';
import {
  openAtOnce,
  type StoreUseReport,
  slowly,
  tryStore,
  watchUntil,
  writeMany,
} from '@sqrl/squirrel/store/testing/store-tasks.ts';
import { expect, test } from 'vitest';

const NOBODY = 65534;
const PEACE = { code: 0, trouble: '' };
const openNew = (path: string) => openStore(path, { now: () => NOON, migrations: slowly });

/** What somebody meets whom file permissions bind, as they do not bind root. */
async function met(path: string): Promise<StoreUseReport> {
  const child = spawnChild(tryStore, [path], process.getuid?.() === 0 ? NOBODY : undefined);
  expect(await child.ended).toEqual(PEACE);
  return JSON.parse(child.said[0]!);
}

/** Gives a store to whoever will try it, with permissions for the folder and for the file. */
function give(path: string, folder: number, file: number): void {
  const mine = process.getuid?.() === 0 ? NOBODY : undefined;
  for (const name of ['.', ...readdirSync(join(path, '..'))])
    if (mine) chownSync(join(path, '..', name), mine, mine);
  chmodSync(path, file);
  chmodSync(join(path, '..'), folder);
}

/** A store of three memories in a folder of its own. */
function storeOfThree(): string {
  const path = join(scratch(), 'home', 'project.db');
  using store = openAtNoon(path);
  keepMany(store, 3);
  return path;
}

test('processes that make the same store at the same moment all succeed', async () => {
  const path = join(scratch(), 'new', 'project.db');
  const moment = Date.now() + 1500;
  const children = ['a', 'b', 'c', 'd'].map((id) => spawnChild(openAtOnce, [path, moment, id]));
  for (const child of children) expect(await child.ended).toEqual(PEACE);
  using store = openNew(path);
  expect(idsIn(store)).toEqual(['a', 'b', 'c', 'd']);
  expect(checkStore(store).ok).toBe(true);
});

test('processes that migrate the same store at the same moment all succeed, with one copy from before', async () => {
  const path = join(scratch(), 'project.db');
  {
    using store = openAtNoon(path);
    keepMany(store, 200);
  }
  const moment = Date.now() + 1500;
  const children = ['a', 'b', 'c', 'd'].map((id) => spawnChild(openAtOnce, [path, moment, id]));
  for (const child of children) expect(await child.ended).toEqual(PEACE);
  using store = openNew(path);
  expect(idsIn(store)).toHaveLength(204);
  expect(copiesOf(path).map(({ reason }) => reason)).toEqual(['before-migration']);
});

test('three writers and one that reads, copies and checks get on with each other', async () => {
  const path = join(scratch(), 'project.db');
  const children = [
    ...['a', 'b', 'c'].map((writer) => spawnChild(writeMany, [path, writer, 150])),
    spawnChild(watchUntil, [path, 450]),
  ];
  for (const child of children) expect(await child.ended).toEqual(PEACE);
  using store = openAtNoon(path);
  expect(idsIn(store)).toHaveLength(450);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});

test.each([
  ['a folder that cannot be written', 0o555, 0o600],
  ['a file that cannot be written', 0o755, 0o400],
  ['neither to be written', 0o555, 0o400],
])('a store in %s can still be read, and says that it keeps nothing', async (_, folder, file) => {
  const path = storeOfThree();
  give(path, folder, file);
  const before = readdirSync(join(path, '..'));
  expect(await met(path)).toMatchObject({
    opened: {
      readOnly: true,
      notices: [`${path} is not writable. Memories can be read, but nothing new is saved.`],
    },
    read: 3,
    problem: { name: 'Problem', code: 'store', message: `${path} cannot be written: it is read-only.` },
  });
  expect(readdirSync(join(path, '..'))).toEqual(before);
  chmodSync(join(path, '..'), 0o755);
});

test('a read-only store whose newest changes are still in its log is not shown without them', async () => {
  const path = storeOfThree();
  const left = join(path, '../left.db');
  {
    using store = openAtNoon(path);
    keep(store, 'newest', 'In the log alone');
    for (const end of ['', '-wal']) copyFileSync(path + end, left + end);
  }
  give(left, 0o555, 0o600);
  expect(await met(left)).toMatchObject({
    problem: { code: 'store', message: expect.stringContaining('in the write-ahead log') },
  });
  chmodSync(join(left, '..'), 0o755);
  expect(await met(left)).toMatchObject({ opened: { readOnly: false }, read: 4, wrote: true });
});

test('a store of somebody else is not to be read', async () => {
  const path = storeOfThree();
  give(path, 0o755, 0o000);
  expect(await met(path)).toEqual({
    problem: {
      name: 'Problem',
      code: 'store',
      message: `${path} cannot be opened.`,
      hint: 'Check that its folder exists and that you can read and write both.',
    },
  });
});

test('a store cannot be made where nothing may be written', async () => {
  const folder = scratch();
  mkdirSync(join(folder, 'closed'), { mode: 0o555 });
  for (const path of ['closed/project.db', 'closed/deeper/project.db'])
    expect(await met(join(folder, path))).toMatchObject({ problem: { name: 'Problem', code: 'store' } });
});

test('a read-only store that is too old says what to do', async () => {
  const path = storeOfThree();
  {
    using store = openAtNoon(path);
    store.db.exec('pragma user_version = 0');
  }
  give(path, 0o555, 0o600);
  expect(await met(path)).toMatchObject({
    problem: { code: 'store', message: expect.stringContaining('migrated from an older version') },
  });
  chmodSync(join(path, '..'), 0o755);
});
