import type { Store } from '@sqrl/base/sqlite/store.ts';
import { expect, test } from 'vitest';
import { addMemory, removeMemory } from '../memory/memories.ts';
import { openStore } from '../open.ts';
import { aMemory } from '../testing/a-memory.ts';
import { LiveIndex } from './live-index.ts';
import {
  CHUNK,
  countVectors,
  fullVectors,
  loadIndex,
  packVectors,
  removeVector,
  rowsWithoutVector,
  setVector,
} from './vectors.ts';

const MODEL = 'test/4';

function vectorFor(i: number): Float32Array {
  const values = [Math.sin(i), Math.cos(i * 1.7), Math.sin(i * 0.3 + 1), Math.cos(i * 0.9)];
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

function fill(store: Store, count: number): void {
  store.transaction(() => {
    for (let i = 1; i <= count; i++) {
      const row = addMemory(store, aMemory(), `hash ${i}`);
      setVector(store, row, MODEL, vectorFor(row));
    }
  });
}

/** What a fresh index answers, against what the rows themselves say. */
function expectWhole(store: Store, rows: readonly number[]): void {
  const index = loadIndex(store, MODEL)!;
  expect(index.size).toBe(rows.length);
  const question = vectorFor(4242);
  const truth = [...fullVectors(store, MODEL, rows)]
    .map(([row, vector]) => ({ row, score: vector.reduce((sum, value, i) => sum + value * question[i]!, 0) }))
    .sort((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, 20);
  const found = index.nearest({ question, count: 20, exact: (some) => fullVectors(store, MODEL, some) });
  expect(found.map(({ row }) => row)).toEqual(truth.map(({ row }) => row));
}

test('packed and loose vectors load into one index', () => {
  using store = openStore(':memory:', { now: () => 1 });
  fill(store, CHUNK * 2 + 7);
  packVectors(store, MODEL);

  expect(store.sql(`select count(*) as n from vector where kind = 'memory' and pack is null`).get()!.n).toBe(
    7,
  );
  expectWhole(
    store,
    Array.from({ length: CHUNK * 2 + 7 }, (_, i) => i + 1),
  );
});

test('changed and removed vectors leave their chunk, and a chunk half empty is dissolved', () => {
  using store = openStore(':memory:', { now: () => 1 });
  fill(store, CHUNK);
  packVectors(store, MODEL);
  setVector(store, 5, MODEL, vectorFor(999));
  removeVector(store, 6);
  removeMemory(store, 6);

  expectWhole(
    store,
    Array.from({ length: CHUNK }, (_, i) => i + 1).filter((row) => row !== 6),
  );

  for (let row = 10; row < 10 + CHUNK / 2; row++) removeVector(store, row);
  expect(store.sql(`select count(*) as n from vector where kind = 'pack'`).get()!.n).toBe(0);
  expect(countVectors(store, MODEL)).toBe(CHUNK - 1 - CHUNK / 2);
});

test('vectors of another model are neither loaded nor counted, and their memories are said to wait', () => {
  using store = openStore(':memory:', { now: () => 1 });
  fill(store, 3);
  setVector(store, 2, 'other/4', vectorFor(2));

  expect(loadIndex(store, MODEL)!.size).toBe(2);
  expect(loadIndex(store, 'third/4')).toBeUndefined();
  expect(rowsWithoutVector(store, MODEL, 10)).toEqual([2]);
});

test('a live index sees what was written before, here, and by another process', async () => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-vectors-'));
  try {
    using store = openStore(join(folder, 'a.db'), { now: () => 1 });
    using beside = openStore(join(folder, 'a.db'), { now: () => 1 });
    fill(store, 3);
    const index = new LiveIndex(store, () => MODEL);
    expect(index.nearest(vectorFor(2), 1)).toMatchObject([{ row: 2 }]);

    setVector(store, 2, MODEL, vectorFor(50));
    index.set(2, vectorFor(50));
    expect(index.nearest(vectorFor(50), 1)).toMatchObject([{ row: 2 }]);

    setVector(beside, 3, MODEL, vectorFor(70));
    expect(index.nearest(vectorFor(70), 1)).toMatchObject([{ row: 3 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
