import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addMemory } from '../memory/memories.ts';
import { openStore } from '../open.ts';
import { aMemory } from '../testing/a-memory.ts';
import { scratch } from '../testing/scratch.ts';
import {
  countVectors,
  removeVector,
  rowsWithoutVector,
  StoredIndex,
  setVector,
  vectorAt,
} from './stored-index.ts';

const MODEL = 'm';
const vector = (...numbers: number[]) => Float32Array.from({ length: 32 }, (_, i) => numbers[i] ?? 0);

function pair() {
  const path = join(scratch(), 'a.db');
  const [here, there] = [openStore(path, { now: () => 0 }), openStore(path, { now: () => 0 })];
  setVector(here, 1, MODEL, vector(1));
  return { here, there, index: new StoredIndex(here, 'memory', () => MODEL) };
}

test('what another process adds, changes and removes is found, also next to what is written here', () => {
  const { here, there, index } = pair();
  expect(index.nearest(vector(1), 5)).toHaveLength(1);
  setVector(there, 2, MODEL, vector(0, 1));
  expect(index.nearest(vector(0, 1), 1)).toMatchObject([{ row: 2 }]);
  setVector(there, 1, MODEL, vector(0, 0, 1));
  setVector(here, 3, MODEL, vector(0, 0, 0, 1));
  index.set(3, vector(0, 0, 0, 1));
  removeVector(here, 2);
  index.remove(2);
  expect(index.nearest(vector(0, 0, 1), 5).map(({ row }) => row)).toEqual([1, 3]);
  removeVector(there, 3);
  expect(index.nearest(vector(0, 0, 1), 5)).toMatchObject([{ row: 1, score: expect.closeTo(1, 3) }]);
});

test('a vector whose transaction was taken back is forgotten, and its row is read when it is used again', () => {
  const { here } = pair();
  const index = new StoredIndex(here, 'memory', () => MODEL);
  expect(() =>
    here.transaction(() => {
      setVector(here, 2, MODEL, vector(0, 1));
      expect(index.nearest(vector(0, 1), 1)).toMatchObject([{ row: 2 }]);
      throw new Error('taken back');
    }),
  ).toThrow('taken back');
  expect(index.nearest(vector(0, 1), 5)).toHaveLength(1);
  setVector(here, 3, MODEL, vector(0, 1));
  expect(index.nearest(vector(0, 1), 1)).toMatchObject([{ row: 3 }]);
});

test('vectors of another model are neither loaded nor counted, and their memories are said to wait', () => {
  using store = openStore(':memory:', { now: () => 1 });
  const rows = [1, 2, 3].map((n) => addMemory(store, aMemory(), `hash ${n}`));
  for (const row of rows) setVector(store, row, MODEL, vector(row));
  setVector(store, 2, 'other', vector(2));
  expect(countVectors(store, MODEL)).toBe(2);
  expect(vectorAt(store, 2)?.model).toBe('other');
  expect(vectorAt(store, 3)?.value[0]).toBeCloseTo(3, 5);
  expect(vectorAt(store, 4)).toBeUndefined();
  expect(new StoredIndex(store, 'memory', () => MODEL).nearest(vector(1), 5)).toHaveLength(2);
  expect(new StoredIndex(store, 'memory', () => 'third').nearest(vector(1), 5)).toEqual([]);
  expect(rowsWithoutVector(store, MODEL, 10)).toEqual([2]);
});

test('vectors that are lent answer questions of their length alone', () => {
  const { index } = pair();
  index.lend(new Map([[7, Float32Array.from([1, 0])]]));
  expect(index.nearest(Float32Array.from([1, 0]), 5)).toMatchObject([{ row: 7 }]);
  expect(index.nearest(vector(1), 5)).toMatchObject([{ row: 1 }]);
  expect(index.nearest(Float32Array.from([1, 0, 0]), 5)).toEqual([]);
});
