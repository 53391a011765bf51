import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { proposedAfter, reads, runs, times } from '../testing/sessions.ts';

const tokenSpike = signalNamed('token_spike')!;

test('a command that floods the context is named with its price', () => {
  expect(
    proposedAfter(tokenSpike, ...times(3, [runs('make check 2>&1', { length: 30_000 })])).map(
      ({ text }) => text,
    ),
  ).toEqual([
    '`make check` prints about 7,500 tokens (3 sessions): narrow it, or keep only the end of its output.',
  ]);
});

test.each([
  ['a large file', times(5, [reads('src/app.ts', { length: 80_000 })])],
  ['what was asked to be shown', times(5, [runs('git diff', { length: 30_000 })])],
  ['a short output', times(5, [runs('make check', { length: 8000 })])],
  ['two sessions', times(2, [runs('make check', { length: 30_000 })])],
])('%s is nothing to warn of', (_, sessions) => {
  expect(proposedAfter(tokenSpike, ...sessions)).toEqual([]);
});
