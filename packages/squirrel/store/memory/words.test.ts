import type { Store } from '@sqrl/base/sqlite/query.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { aMemory } from '../testing/a-memory.ts';
import { addMemory } from './memories.ts';
import { questionWords, rarestWord, rowsByWords } from './words.ts';

function storeWith(...texts: string[]) {
  const store = openStore(':memory:', { now: () => 1 });
  for (const text of texts) addMemory(store, aMemory({ text }), text);
  return store;
}

test.each([
  ['users', 'The user table is append-only'],
  ['connection pool', 'Our connectionPool keeps twenty sockets'],
  ['XMLHttpRequest', 'Use an xml http request only in the worker'],
  ['parse_config', 'Settings are read by parseConfig at start'],
  ['café', 'The cafe service has its own deploy key'],
  ['数据库', '生产数据库每晚备份'],
])('"%s" finds "%s"', (question, text) => {
  using store = storeWith(text, 'Something else altogether, about birds');

  expect(rowsByWords(store, question, { limit: 5 }).map(({ row }) => row)).toEqual([1]);
});

test('small words alone still find something, but do not drown the telling ones', () => {
  using store = storeWith('To be or not to be', 'The cache is flushed at noon');

  expect(rowsByWords(store, 'to be', { limit: 5 })[0]?.row).toBe(1);
  expect(questionWords('what is the cache for')).toEqual(['cache']);
});

test('where a word is everywhere, the rarer ones decide', () => {
  using store = storeWith(
    ...Array.from({ length: 1500 }, (_, i) => `Common memory ${i}`),
    'A rare common memory',
  );

  expect(rowsByWords(store, 'rare common memory', { limit: 5 })[0]?.row).toBe(1501);
  expect(rowsByWords(store, 'common', { limit: 5 })).toHaveLength(5);
});

test('how rare a word is, all stores tell that are searched together', () => {
  using small = storeWith('Run vitest in the morning', 'Mock nothing in vitest', 'The vitest run is slow');
  using large = storeWith(
    'Take vitest, not jest',
    ...Array.from({ length: 600 }, (_, i) => `Something else altogether, number ${i}`),
  );
  const best = (store: Store, among: Store[]) => rowsByWords(store, 'vitest', { limit: 5, among })[0]!.score;

  expect(best(small, [])).toBeLessThan(0.01);
  expect(best(small, [small])).toBe(best(small, []));
  // Four of six hundred have it: of each store the best says as much.
  const [here, there] = [best(small, [small, large]), best(large, [small, large])];
  expect(here / there).toBeGreaterThan(0.7);
  expect(here / there).toBeLessThan(1.3);
});

test('the rarest word counts as much as BM25 makes of a word that one memory of all has', () => {
  using store = storeWith(
    ...Array.from({ length: 40 }, (_, i) => `Memory ${i} of many`),
    'Memory about otters',
  );
  using empty = storeWith();
  const [otters] = rowsByWords(store, 'otters', { limit: 1 });
  // A text of the usual length has the rarity of its word, and no more.
  expect(rarestWord([store, empty])).toBeCloseTo(Math.log(40.5 / 1.5), 10);
  expect(otters!.score / rarestWord([store])).toBeCloseTo(1, 0);
  expect(rarestWord([empty])).toBeGreaterThan(0);
});

test.each([100, 500, 501, 800])('that is so with %i memories of which most have the word', (size) => {
  using store = storeWith(
    ...Array.from({ length: size }, (_, i) => (i % 3 ? `Run vitest ${i}` : `Rest ${i}`)),
  );
  using other = storeWith(
    'Take vitest, not jest',
    ...Array.from({ length: 2000 }, (_, i) => `Something else altogether, number ${i}`),
  );
  const best = (each: Store) => rowsByWords(each, 'vitest', { limit: 5, among: [store, other] })[0]!.score;

  expect(best(store) / best(other)).toBeGreaterThan(0.7);
  expect(best(store) / best(other)).toBeLessThan(1.5);
});

test('searched with an empty store, or one that has none of the words, memories keep their order', () => {
  const texts = ['A cache of caches', 'One cache and its pool', 'The pool', 'Nothing of that'];
  using store = storeWith(...texts);
  using empty = storeWith();
  using other = storeWith('Birds', 'Trees');
  const rows = (among: Store[]) => rowsByWords(store, 'cache pool', { limit: 5, among });

  expect(rows([store, empty])).toEqual(rows([]));
  expect(rows([store, other]).map(({ row }) => row)).toEqual(rows([]).map(({ row }) => row));
});

test('nothing a person types is taken for an operator or makes the search fail', () => {
  using store = storeWith('Deploys run NEAR the end of AND after the week, OR NOT');
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.stringMatching(/^[\s"'*^():{}+\-.,;&|NEAROT]{0,80}$/),
    fc.constantFrom(
      '"',
      'NEAR(a b, 2)',
      'text:deploys',
      'a AND',
      '* ',
      '^week',
      '{text} : a',
      "'; drop table memory; --",
      '\0',
      '\ud800',
    ),
  );
  fc.assert(
    fc.property(hostile, (question) => {
      expect(Array.isArray(rowsByWords(store, question, { limit: 5 }))).toBe(true);
    }),
    { numRuns: runs(150) },
  );
});
