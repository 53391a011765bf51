import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { projectState, setProjectState } from '../marks.ts';
import { openStore } from '../open.ts';
import { scratch } from '../testing/scratch.ts';
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
});

test('what is read in the middle of a transaction is kept for nobody, since it may be taken back', () => {
  using store = open(':memory:');
  const said = whileUnchanged((of: Store) => projectState(of, 'looked'));
  setProjectState(store, 'looked', 'once');
  expect(said(store)).toBe('once');

  const failing = () =>
    store.transaction(() => {
      setProjectState(store, 'looked', 'twice');
      expect(said(store)).toBe('twice');
      throw new Error('never mind');
    });
  expect(failing).toThrow('never mind');
  expect(said(store)).toBe('once');
});

test('what another connection writes is noticed too', () => {
  const path = join(scratch(), 'project.db');
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
