import { expect, test } from 'vitest';
import { fileAccess } from './file-access.ts';
import { changes, proposedAfter, reads, times } from './testing/sessions.ts';

const files = ['src/billing/tax.ts', 'src/billing/vat.ts', 'src/billing/due.ts', 'src/billing/sum.ts'];

test('a file that all work in a folder needs is named for the folder', () => {
  expect(
    proposedAfter(fileAccess, ...files.map((path) => [reads('src/money.ts'), reads(path), changes(path)])),
  ).toMatchObject([
    {
      type: 'prefetch_pattern',
      text: 'Any change in `src/billing` needs `src/money.ts` (read in 4 of 4 sessions).',
      scope: 'path',
      scopeOf: 'src/billing',
    },
  ]);
});

test.each([
  ['work on one file alone', times(5, [reads('src/money.ts'), changes(files[0]!)])],
  [
    'what is changed itself',
    files.map((path) => [reads('src/money.ts'), changes('src/money.ts'), changes(path)]),
  ],
  ['what is read now and then', files.map((path, i) => [reads(`src/other-${i}.ts`), changes(path)])],
])('%s says nothing of a folder', (_, sessions) => {
  expect(proposedAfter(fileAccess, ...sessions)).toEqual([]);
});
