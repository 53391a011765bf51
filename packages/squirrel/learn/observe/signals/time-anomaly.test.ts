import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { proposedAfter, runs, times } from '../testing/sessions.ts';

const timeAnomaly = signalNamed('time_anomaly')!;

const minutes = (count: number) => count * 60_000;
test('a command that is slow whenever it runs is told with how long it takes', () => {
  expect(
    proposedAfter(timeAnomaly, ...times(3, [runs('make e2e', { durationMs: minutes(4) })])),
  ).toMatchObject([
    {
      type: 'gotcha',
      text: '`make e2e` takes about 4 minutes (3 sessions): give it a longer timeout, or run it in the background.',
      trigger: { tool: 'run', command: 'make e2e' },
    },
  ]);
});

test('one that was cut off by a time limit is told with how often', () => {
  const cutOff = runs('make e2e', {
    outcome: 'failed',
    text: 'Command timed out after 2m 0s',
    durationMs: minutes(2),
  });
  expect(proposedAfter(timeAnomaly, ...times(3, [cutOff])).map(({ text }) => text)).toEqual([
    '`make e2e` timed out in 3 of 3 sessions: give it a longer timeout, or run it in the background.',
  ]);
});

test.each([
  ['a quick command', times(4, [runs('make', { durationMs: 900 })])],
  [
    'one that is quick at other times',
    times(4, [runs('make', { durationMs: minutes(14) }), runs('make', { durationMs: 800 })]),
  ],
  ['two sessions', times(2, [runs('make e2e', { durationMs: minutes(4) })])],
  ['a refused command', times(4, [runs('make e2e', { durationMs: minutes(4), outcome: 'rejected' })])],
])('%s is nothing to tell', (_, sessions) => {
  expect(proposedAfter(timeAnomaly, ...sessions)).toEqual([]);
});
