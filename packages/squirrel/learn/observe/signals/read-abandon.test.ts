import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { changes, proposedAfter, reads, times } from '../testing/sessions.ts';

const readAbandon = signalNamed('read_abandon')!;

const [old, right] = ['legacy/price-table.ts', 'src/money/price-table.ts'];

test('of two files of one name the one that is always changed is the one to open', () => {
  expect(proposedAfter(readAbandon, ...times(3, [reads(old), reads(right), changes(right)]))).toMatchObject([
    {
      type: 'gotcha',
      text: '`src/money/price-table.ts` is the file to edit, not `legacy/price-table.ts` (in 3 of 3 sessions that opened the latter first).',
      trigger: { tool: 'read', file: old },
    },
  ]);
});

test('a file that is looked for in vain is told with where it is', () => {
  const missing = reads(old, { outcome: 'failed', text: 'File does not exist.' });
  expect(proposedAfter(readAbandon, ...times(3, [missing, reads(right)])).map(({ text }) => text)).toEqual([
    '`legacy/price-table.ts` does not exist: the file is `src/money/price-table.ts` (not found in 3 sessions).',
  ]);
});

test.each([
  ['a file that was changed after all', times(4, [reads(old), reads(right), changes(right), changes(old)])],
  [
    'once the other way round',
    [...times(3, [reads(old), reads(right), changes(right)]), [reads(old), changes(old), changes(right)]],
  ],
  ['files that are merely read', times(4, [reads(old), reads(right)])],
  [
    'names that every folder has',
    times(4, [reads('a/index.ts'), reads('b/index.ts'), changes('b/index.ts')]),
  ],
  ['two sessions', times(2, [reads(old), reads(right), changes(right)])],
])('%s is nothing to tell', (_, sessions) => {
  expect(proposedAfter(readAbandon, ...sessions)).toEqual([]);
});
