import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Row } from '../memory/memories.ts';
import { openStore } from '../open.ts';
import { scratch } from '../testing/scratch.ts';
import { LiveIndex } from './live-index.ts';
import * as vectors from './vectors.ts';

const [MODEL, ROW] = ['m', 1 as Row];
const vector = (...numbers: number[]) => Float32Array.from({ length: 32 }, (_, i) => numbers[i] ?? 0);

function pair() {
  const folder = scratch();
  const path = join(folder, 'a.db');
  const [here, there] = [openStore(path, { now: () => 0 }), openStore(path, { now: () => 0 })];
  vectors.addVector(here, ROW, MODEL, vector(1));
  return { here, there, index: new LiveIndex(here, () => MODEL) };
}

test('what another writes besides vectors does not have them read again', () => {
  const { here, there, index } = pair();
  const load = vi.spyOn(here, 'sql');
  const loads = () => load.mock.calls.filter(([text]) => text.includes('vector_loose')).length;
  expect(index.nearest(vector(1), 1)).toHaveLength(1);
  expect(loads()).toBe(1);
  there.transaction(() =>
    there.sql(`insert into project (id, name, root, seen_at) values ('p', 'p', '/p', 1)`).run(),
  );
  expect(index.nearest(vector(1), 1)).toHaveLength(1);
  expect(loads()).toBe(1);
  vectors.addVector(there, 2 as Row, MODEL, vector(0, 1));
  expect(index.nearest(vector(0, 1), 1)).toMatchObject([{ row: 2 }]);
  expect(loads()).toBe(2);
});

test('vectors that were written here are not read again, and those of others are not missed among them', () => {
  const { here, there, index } = pair();
  expect(index.nearest(vector(1), 5)).toHaveLength(1);
  vectors.addVector(here, 2 as Row, MODEL, vector(0, 1));
  index.set(2 as Row, vector(0, 1));
  vectors.setVector(there, ROW, MODEL, vector(0, 0, 1));
  vectors.removeVector(here, 2 as Row);
  index.remove(2 as Row);
  expect(index.nearest(vector(0, 0, 1), 5)).toMatchObject([{ row: 1, score: expect.closeTo(1, 3) }]);
});
