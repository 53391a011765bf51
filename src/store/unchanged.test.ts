import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from './open.ts';
import { setProjectState } from './project-state.ts';
import type { Store } from './store.ts';
import { whileUnchanged } from './unchanged.ts';

const open = (path: string) => openStore(path, { now: () => Date.UTC(2026, 10, 15) });

/** Counts how often it was read. */
const counting = () => {
  let times = 0;
  return whileUnchanged((_: Store) => ++times);
};

test('what was read is given again until something is written', () => {
  using store = open(':memory:');
  const times = counting();
  expect([times(store), times(store)]).toEqual([1, 1]);

  setProjectState(store, 'looked', 'once');
  expect([times(store), times(store)]).toEqual([2, 2]);

  store.transaction(() => {
    setProjectState(store, 'looked', 'twice');
    expect(times(store)).toBe(3);
  });
});

test('what another connection writes is noticed too', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sqrl-unchanged-')), 'project.db');
  using store = open(path);
  using other = open(path);
  const times = counting();
  expect(times(store)).toBe(1);

  setProjectState(other, 'looked', 'elsewhere');
  expect([times(store), times(store)]).toEqual([2, 2]);
});

test('each store has its own', () => {
  using one = open(':memory:');
  using other = open(':memory:');
  const times = counting();
  expect([times(one), times(other), times(one)]).toEqual([1, 2, 1]);
});
