import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMemory } from './memories.ts';
import { openStore } from './open.ts';
import { aMemory } from './testing/a-memory.ts';
import { rowsByWords, wordsOf } from './words.ts';

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
  expect(wordsOf('what is the cache for')).toEqual(['cache']);
});

test('where a word is everywhere, the rarer ones decide', () => {
  using store = storeWith(
    ...Array.from({ length: 1500 }, (_, i) => `Common memory ${i}`),
    'A rare common memory',
  );

  expect(rowsByWords(store, 'rare common memory', { limit: 5 }).map(({ row }) => row)).toEqual([1501]);
  expect(rowsByWords(store, 'common', { limit: 5 })).toHaveLength(5);
});

test('words that were asked for before rank memories as they do together, also when those have changed', () => {
  const words = fc.constantFrom('cache', 'caches', 'pool', 'socket', 'deploy', 'key');
  const some = fc.array(fc.array(words, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
  using store = storeWith('The first memory');
  let told = 0;
  fc.assert(
    fc.property(some, some, (texts, questions) => {
      for (const text of texts.map((each) => `${told++} ${each.join(' ')}`))
        addMemory(store, aMemory({ text }), text);
      for (const question of questions.map((each) => each.join(' '))) {
        const [together, byWord] = [true, false].map((all) =>
          rowsByWords(store, question, { limit: 1000, all }),
        );
        const scores = new Map(together!.map(({ row, score }) => [row, score]));
        expect(byWord).toHaveLength(scores.size);
        for (const { row, score } of byWord!) expect(score).toBeCloseTo(scores.get(row)!, 9);
        expect(byWord).toEqual(byWord!.toSorted((a, b) => b.score - a.score || a.row - b.row));
      }
    }),
    { numRuns: 20 },
  );
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
    { numRuns: 500 },
  );
});
