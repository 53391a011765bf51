import { expect, test } from 'vitest';
import { lastDays } from './overview.ts';

test('days begin where the person lives, also when the clocks are changed', () => {
  // In Zurich the clocks went back on 25 October 2026: that day has 25 hours.
  const days = lastDays('Europe/Zurich', Date.parse('2026-10-26T10:00Z'), 3);
  expect(days.names).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(days.starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ]);
  const at = (time: string) => Date.parse(time);
  expect(
    days.count([
      at('2026-10-23T21:59Z'),
      at('2026-10-23T22:00Z'),
      at('2026-10-25T22:59Z'),
      at('2026-10-26T22:59Z'),
    ]),
  ).toEqual([1, 1, 1]);
});
