import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { aMemory } from '../testing/a-memory.ts';
import { addMemory } from './memories.ts';
import { heldAmong, rowsOnMatter } from './steps.ts';

test('what is said of a matter is found by its key, by a word and by how a word begins; not what was put away', () => {
  using store = openStore(':memory:', { now: () => 1 });
  const texts = ['Use pnpm here', 'Les fichiers restent petits', 'Our cacheKey is a hash', 'Nothing of it'];
  for (const text of texts) addMemory(store, aMemory({ text }), text);
  addMemory(store, aMemory({ text: 'Tabs', key: 'style.indent' }), 'keyed');
  addMemory(store, aMemory({ text: 'Use pnpm no more', status: 'deprecated' }), 'old');
  const about = (word: string | null, key: string | null = null) =>
    heldAmong(store, rowsOnMatter(store, { key, words: word === null ? [] : [word] }), aMemory({})).map(
      ({ memory }) => memory.text,
    );
  expect(about('pnpm')).toEqual([texts[0]]);
  expect(about('fichier')).toEqual([texts[1]]);
  expect(about('key')).toEqual([texts[2]]);
  expect(about('pnpm', 'style.indent')).toEqual([texts[0], 'Tabs']);
  expect(about(null)).toEqual([]);
});

test.each(['--', '"', 'a"b', '…', '*', 'OR', 'x*', ''])('the word %j is no question of its own', (word) => {
  using store = openStore(':memory:', { now: () => 1 });
  addMemory(store, aMemory({ text: 'Something' }), 'x');
  expect(rowsOnMatter(store, { key: null, words: [word] })).toEqual([]);
});
