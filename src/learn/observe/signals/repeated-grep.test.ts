import { expect, test } from 'vitest';
import { repeatedGrep } from './repeated-grep.ts';
import { changes, proposedAfter, reads, runs, searches, times } from './testing/sessions.ts';

const found = 'Found 2 files\nsrc/money/rates.ts\nsrc/cart.ts';
const search = [searches('\\btaxRate\\b', found), reads('src/money/rates.ts')];

test('a name that is searched for again is told with where it is found', () => {
  expect(
    proposedAfter(repeatedGrep, search, [
      runs('cd app && grep -rn "taxRate" src', { text: 'src/money/rates.ts:4: const taxRate' }),
      changes('src/money/rates.ts'),
    ]),
  ).toMatchObject([
    {
      type: 'module_insight',
      text: '`taxRate` is in `src/money/rates.ts` (searched for in 2 sessions).',
      symbols: ['taxRate'],
    },
  ]);
});

test.each([
  ['a search in one session', times(1, search)],
  ['a search that led elsewhere', times(3, [searches('taxRate', found), reads('src/login.ts')])],
  [
    'a search that led to another file each time',
    [search, [searches('taxRate', found), reads('src/cart.ts')]],
  ],
  [
    'a name that is a file’s name',
    times(3, [searches('PriceTable', 'web/price-table.tsx\nweb/app.tsx'), reads('web/app.tsx')]),
  ],
  ['a pattern of several words', times(3, [searches('tax|rate.*of', found), reads('src/money/rates.ts')])],
  ['a word that is everywhere', times(3, [searches('id', found), reads('src/money/rates.ts')])],
])('%s is nothing to tell', (_, sessions) => {
  expect(proposedAfter(repeatedGrep, ...sessions)).toEqual([]);
});

test('a name like one of JavaScript’s own is a name like any other', () => {
  expect(
    proposedAfter(repeatedGrep, ...times(2, [searches('constructor', found), reads('src/cart.ts')])).map(
      ({ text }) => text,
    ),
  ).toEqual(['`constructor` is in `src/cart.ts` (searched for in 2 sessions).']);
});
