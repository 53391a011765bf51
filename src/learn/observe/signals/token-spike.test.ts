import { expect, test } from 'vitest';
import { proposedAfter, reads, runs, times } from './testing/sessions.ts';
import { tokenSpike } from './token-spike.ts';

test('a file that costs much to read whole is named with its price', () => {
  expect(proposedAfter(tokenSpike, ...times(3, [reads('src/app.ts', { length: 80_000 })]))).toMatchObject([
    {
      type: 'context_cost',
      text: 'Reading all of `src/app.ts` costs about 20,000 tokens (3 sessions): search it and read only the relevant part.',
      trigger: { tool: 'read', file: 'src/app.ts' },
    },
  ]);
});

test('so is a command that floods the context', () => {
  expect(
    proposedAfter(tokenSpike, ...times(3, [runs('make check 2>&1', { length: 30_000 })])).map(
      ({ text }) => text,
    ),
  ).toEqual([
    '`make check` prints about 7,500 tokens (3 sessions): narrow it, or keep only the end of its output.',
  ]);
});

test.each([
  ['a small file', times(5, [reads('src/app.ts', { length: 8000 })])],
  [
    'a part of a large one',
    times(5, [
      reads('src/app.ts', {
        length: 40_000,
        files: [{ path: 'src/app.ts', outside: false, way: 'read', lines: [900, 1900] }],
      }),
    ]),
  ],
  ['what was asked to be shown', times(5, [runs('git diff', { length: 30_000 })])],
  ['somebody else’s file', times(5, [reads('node_modules/a/b.js', { length: 90_000 })])],
  ['two sessions', times(2, [reads('src/app.ts', { length: 80_000 })])],
])('%s is nothing to warn of', (_, sessions) => {
  expect(proposedAfter(tokenSpike, ...sessions)).toEqual([]);
});
