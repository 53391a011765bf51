import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { openAtNoon } from '../testing/fill.ts';
import { scratch } from '../testing/scratch.ts';
import { addPassage, passagesByWords } from './passages.ts';

/** More passages than a word may be in without being common. */
const MANY = 2100;

/** Adds passages with these texts, and gives their rows. */
function add(store: Store, texts: readonly string[]): number[] {
  const last = () => (store.sql('select max(row) as row from passage').get()!.row as number | null) ?? 0;
  return store.transaction(() =>
    texts.map((text) => {
      addPassage(store, { event: 1, text, words: '' });
      return last();
    }),
  );
}

const withHarbours = () => {
  const store = openAtNoon(join(scratch(), 'project.db'));
  const texts = Array.from({ length: 5 * MANY }, (_, i) =>
    i < MANY ? `a boat ${i}` : i < 2 * MANY ? `a harbour ${i}` : `a gull ${i}`,
  );
  return { store, rows: add(store, texts) };
};

const rowsFor = (store: Store, question: string, limit = 3) =>
  passagesByWords(store, question, limit).map(({ row }) => row);

test('a common word counts beside a rare one', () => {
  const { store, rows } = withHarbours();
  using _ = store;
  const [alone, both] = add(store, ['one old lantern', 'a harbour lantern']) as [number, number];
  expect(rowsFor(store, 'which lantern of the harbour?')).toEqual([both, alone, rows[MANY]]);
  expect(passagesByWords(store, 'harbour', 2 * MANY)).toHaveLength(MANY + 1);
});

test('passages that came after a common word was asked for are found by it', () => {
  const { store, rows } = withHarbours();
  using _ = store;
  expect(rowsFor(store, 'harbour', 1)).toEqual([rows[MANY]]);
  const [later] = add(store, ['the harbour of the boat']) as [number];
  expect(rowsFor(store, 'boat harbour', 1)).toEqual([later]);
});

test('passages that were taken back leave nothing behind', () => {
  const { store, rows } = withHarbours();
  using _ = store;
  expect(() =>
    store.transaction(() => {
      const [added] = add(store, ['the harbour of the boat']) as [number];
      expect(rowsFor(store, 'boat harbour', 1)).toEqual([added]);
      throw new Error('taken back');
    }),
  ).toThrow('taken back');
  add(store, ['a lantern']);
  expect(rowsFor(store, 'boat harbour', 1)).toEqual([rows[0]]);
});
