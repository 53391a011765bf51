import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { aMemory } from '../testing/a-memory.ts';
import { addMemory, removeMemory, replaceMemory } from './memories.ts';
import { rowsAbout } from './places.ts';

test('a memory is found by its files and symbols, added, changed and removed', () => {
  using store = openStore(':memory:', { now: () => 1 });
  const memory = aMemory({ files: ['src/a.ts', 'src/a.ts'], symbols: ['open'] });
  const row = addMemory(store, memory, 'first');
  expect(rowsAbout(store, 'file', ['src/a.ts', 'src/b.ts'])).toEqual([{ name: 'src/a.ts', row }]);
  expect(rowsAbout(store, 'symbol', ['open'])).toEqual([{ name: 'open', row }]);
  replaceMemory(store, row, { ...memory, files: ['src/b.ts'] }, 'first');
  expect(rowsAbout(store, 'file', ['src/a.ts', 'src/b.ts'])).toEqual([{ name: 'src/b.ts', row }]);
  removeMemory(store, row);
  expect(rowsAbout(store, 'symbol', ['open'])).toEqual([]);
});
