import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { keepCopy } from './copies.ts';
import { journalOf } from './journal.ts';
import { projectState, setProjectState } from './marks.ts';
import { addMemoryAction, addRefusal, isRefused, withdrawRefusal } from './memory/changes.ts';
import { memoryAt, removeMemory, replaceMemory, rowById } from './memory/memories.ts';
import { rowsByWords } from './memory/words.ts';
import { readJournal, replayJournal } from './replay-journal.ts';
import { eraseStore, scrub } from './restore.ts';
import { spawnChild } from './testing/child.ts';
import { idsIn, keep, keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';
import { typeWithoutEnd } from './testing/store-tasks.ts';

const newPath = () => join(scratch(), 'project.db');

/** Writes a memory as a person types it. */
function type(store: Store, id: string, text: string): void {
  store.transaction(() => {
    keep(store, id, text);
    addMemoryAction(store, {
      id: `of ${id}`,
      memory: id,
      at: NOON,
      did: 'changed',
      was: {},
      became: { text },
    });
  });
}

const destroy = (path: string): void => {
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  writeFileSync(path, 'destroyed');
};

const textOf = (store: Store, id: string): string | undefined =>
  memoryAt(store, rowById(store, id) ?? -1)?.text;

test('what a person typed and decided is back after the file was destroyed, with its history', () => {
  const path = newPath();
  {
    using store = openAtNoon(path);
    keepMany(store, 3);
    type(store, 'typed', 'Invoices are rounded down');
    addRefusal(store, { matter: 'm', hash: 'refused', memory: 'm0001', at: NOON });
    setProjectState(store, 'trust', '"full"');
    setProjectState(store, 'looked', '1');
  }
  destroy(path);
  using store = openAtNoon(path);
  // What logs tell is not in the journal: the logs are read again.
  expect(idsIn(store)).toEqual(['typed']);
  expect(rowsByWords(store, 'invoices', { limit: 5 })).toHaveLength(1);
  expect(store.sql('select memory, did from deed').all()).toEqual([{ memory: 'typed', did: 'changed' }]);
  expect(isRefused(store, 'm0001')).toBe(true);
  expect([projectState(store, 'trust'), projectState(store, 'looked')]).toEqual(['"full"', undefined]);
});

test('what cannot be journaled is not committed, and a change that fails leaves no line', () => {
  const path = newPath();
  using store = openAtNoon(path);
  mkdirSync(journalOf(path));
  expect(() => type(store, 'typed', 'Said first')).toThrow();
  // Were the line written after the commit, the memory would be there.
  expect(idsIn(store)).toEqual([]);
  rmdirSync(journalOf(path));
  type(store, 'typed', 'Said first');
  expect(readFileSync(journalOf(path), 'utf8')).toContain('Said first');
  expect(() =>
    store.transaction(() => {
      type(store, 'failed', 'Never said');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(readFileSync(journalOf(path), 'utf8')).not.toContain('Never said');
});

test('the newer state counts, whether the copy or the journal has it', () => {
  const path = newPath();
  {
    using store = openAtNoon(path);
    type(store, 'older', 'First words');
    type(store, 'newer', 'First words too');
    const row = rowById(store, 'newer')!;
    // Changed since by learning, which the journal does not follow.
    replaceMemory(
      store,
      row,
      { ...memoryAt(store, row)!, text: 'Learned words', updatedAt: NOON + 5 },
      'learned',
    );
    keepCopy(store, { now: NOON, reason: 'daily' });
    store.transaction(() => {
      const old = rowById(store, 'older')!;
      replaceMemory(
        store,
        old,
        { ...memoryAt(store, old)!, text: 'Second words', updatedAt: NOON + 9 },
        'second',
      );
      addMemoryAction(store, { id: 'a', memory: 'older', at: NOON, did: 'corrected', was: {}, became: {} });
    });
  }
  destroy(path);
  using store = openAtNoon(path);
  expect([textOf(store, 'older'), textOf(store, 'newer')]).toEqual(['Second words', 'Learned words']);
  expect(rowsByWords(store, 'second', { limit: 5 })).toHaveLength(1);
  expect(replayJournal(store)).toMatchObject({ unread: 0 });
  expect([textOf(store, 'older'), textOf(store, 'newer')]).toEqual(['Second words', 'Learned words']);
});

test('what was forgotten does not come back, and its words leave the journal', () => {
  const path = newPath();
  {
    using store = openAtNoon(path);
    type(store, 'typed', 'My secret habit');
    type(store, 'other', 'Tabs, not spaces');
    addRefusal(store, { matter: null, hash: 'h', memory: 'other', at: NOON });
    keepCopy(store, { now: NOON, reason: 'daily' });
    store.transaction(() => removeMemory(store, rowById(store, 'typed')!));
    expect(withdrawRefusal(store, 'other')).toBe(true);
  }
  destroy(path);
  using store = openAtNoon(path);
  expect(idsIn(store)).toEqual(['other']);
  expect(isRefused(store, 'other')).toBe(false);
  expect(scrub(store)).toBe(true);
  expect(readFileSync(journalOf(path), 'utf8')).not.toContain('secret habit');
  eraseStore(store);
  expect(existsSync(journalOf(path))).toBe(false);
});

test('a line that was cut off is passed over, and the next one does not run into it', () => {
  const path = newPath();
  using store = openAtNoon(path);
  type(store, 'one', 'First');
  appendFileSync(journalOf(path), '{"of":"memory","key":"half');
  type(store, 'two', 'Second');
  const { entries, unread } = readJournal(path);
  expect(entries.map(({ key }) => key)).toEqual(['one', 'two']);
  expect(unread).toBe(1);
});

test('a copy shortens the journal to one line for each memory and decision', () => {
  const path = newPath();
  using store = openAtNoon(path);
  type(store, 'one', 'First');
  for (let n = 0; n < 9; n++)
    addMemoryAction(store, { id: `${n}`, memory: 'one', at: NOON, did: 'confirmed', was: {}, became: {} });
  const lines = () => readFileSync(journalOf(path), 'utf8').trim().split('\n').length;
  expect(lines()).toBe(10);
  keepCopy(store, { now: NOON, reason: 'daily' });
  expect(lines()).toBe(1);
});

test('killed in the middle of typing, with the file destroyed, everything that was acknowledged is back', async () => {
  for (let round = 0; round < 4; round++) {
    const path = newPath();
    const child = spawnChild(typeWithoutEnd, [path]);
    while (child.said.length < 20 + round) await new Promise((resolve) => setTimeout(resolve, 5));
    child.process.kill('SIGKILL');
    await child.ended;
    destroy(path);
    using store = openAtNoon(path);
    expect(idsIn(store)).toEqual(expect.arrayContaining(child.said));
  }
});
