import { addCodeFile } from '@sqrl/code-graph/tables/files.ts';
import {
  type KeptSymbol,
  newSymbolIds,
  replaceSymbols,
  symbolsOfFile,
} from '@sqrl/code-graph/tables/symbols.ts';
import { expect, test } from 'vitest';
import { openStore } from './open.ts';

const symbolOf = (id: number, file: number, place: number): KeptSymbol => ({
  id,
  file,
  place,
  kind: 'function',
  name: `f${place}`,
  parent: file,
  ordinal: 0,
  line: place + 1,
  endLine: place + 1,
  signature: '',
  hash: String(place),
  shape: place,
  exported: place % 2 === 0,
  test: false,
});

test('rows go in whole and in their order, however many there are', () => {
  for (const count of [0, 1, 15, 16, 17, 50]) {
    using store = openStore(':memory:', { now: () => 0 });
    const { id: file } = addCodeFile(store, 'a.ts');
    const newId = newSymbolIds(store);
    const symbols: KeptSymbol[] = Array.from({ length: count }, (_, place) => symbolOf(newId(), file, place));
    replaceSymbols(store, file, symbols);
    expect(symbolsOfFile(store, file)).toEqual(symbols);
  }
});

test('an id that a symbol once had is never given to another', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const { id: file } = addCodeFile(store, 'a.ts');
  const [first, second] = [newSymbolIds(store)(), newSymbolIds(store)()];
  expect([first, second]).toEqual([file + 1, file + 1]);
  replaceSymbols(store, file, [symbolOf(first, file, 0)]);
  replaceSymbols(store, file, []);
  expect(newSymbolIds(store)()).toBe(first + 1);
});
