import { expect, test } from 'vitest';
import type { Store } from '../store.ts';
import { keepMany, NOON, openAtNoon } from '../testing/fill.ts';
import { addEvidence } from './belongings.ts';
import { siblingsOf } from './siblings.ts';
import { rowsLearnt } from './when.ts';

function learn(store: Store, row: number, episode: string | null, at: number): void {
  addEvidence(store, row, [{ proof: 'explicit_statement', episode, events: [], quote: null, at: NOON + at }]);
}

test('memories of one episode know which was learnt before and after them, by time and not by row', () => {
  using store = openAtNoon(':memory:');
  keepMany(store, 5);
  const [a, b, c, d, e] = store
    .sql('select row from memory order by row')
    .all()
    .map(({ row }) => row as number);
  store.sql('delete from evidence').run();
  learn(store, a!, 'one', 3);
  learn(store, b!, 'one', 1);
  learn(store, c!, 'one', 2);
  learn(store, d!, 'two', 1);
  learn(store, e!, null, 1);

  expect(siblingsOf(store, [a!, e!])).toEqual(
    new Map([
      [b, { episode: 'one', before: undefined, after: c }],
      [c, { episode: 'one', before: b, after: a }],
      [a, { episode: 'one', before: c, after: undefined }],
    ]),
  );
  expect(siblingsOf(store, [e!])).toEqual(new Map());
});

test('what was learnt in a span of time is found, the latest first, each once', () => {
  using store = openAtNoon(':memory:');
  keepMany(store, 3);
  const [a, b, c] = store
    .sql('select row from memory order by row')
    .all()
    .map(({ row }) => row as number);
  store.sql('delete from evidence').run();
  for (const [row, at] of [
    [a, 1],
    [b, 5],
    [b, 6],
    [c, 9],
  ] as const)
    learn(store, row!, null, at);
  expect(rowsLearnt(store, { from: NOON + 1, to: NOON + 9 }, 10)).toEqual([b, a]);
  expect(rowsLearnt(store, { from: NOON + 1, to: NOON + 9 }, 1)).toEqual([b]);
});
