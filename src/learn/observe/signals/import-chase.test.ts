import { expect, test } from 'vitest';
import { importChase } from './import-chase.ts';
import { changes, proposedAfter, reads, times } from './testing/sessions.ts';

const trail = [reads('src/cart.ts'), reads('src/price.ts'), reads('src/rates.ts')];

test('where a file always leads on to the same one, that is said', () => {
  expect(proposedAfter(importChase, ...times(4, trail)).map(({ text }) => text)).toEqual([
    'After `src/cart.ts`, `src/price.ts` is usually opened next (in 4 of 4 sessions).',
    'After `src/price.ts`, `src/rates.ts` is usually opened next (in 4 of 4 sessions).',
  ]);
});

test.each([
  ['three sessions', times(3, trail)],
  ['a pair', times(5, [reads('src/cart.ts'), reads('src/price.ts')])],
  [
    'another way each time',
    Array.from({ length: 5 }, (_, i) => [reads('src/cart.ts'), reads(`src/a${i}.ts`), reads(`src/b${i}.ts`)]),
  ],
  [
    'work in between',
    times(5, [
      reads('src/cart.ts'),
      changes('src/cart.ts'),
      reads('src/price.ts'),
      changes('src/price.ts'),
      reads('src/rates.ts'),
    ]),
  ],
])('%s is no trail', (_, sessions) => {
  expect(proposedAfter(importChase, ...sessions)).toEqual([]);
});
