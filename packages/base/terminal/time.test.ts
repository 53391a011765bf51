import { expect, test } from 'vitest';
import { duration, endTime, localTime, relativeTime, startTime } from './time.ts';

const NOW = new Date(2026, 10, 15, 12).getTime();
const HOUR_MS = 3600_000;

test.each([
  [0, 'just now'],
  [-59_000, 'just now'],
  [-60_000, '1 minute ago'],
  [-3 * 24 * HOUR_MS, '3 days ago'],
  [-15 * 24 * HOUR_MS, '2 weeks ago'],
  [-800 * 24 * HOUR_MS, '2 years ago'],
  [2 * HOUR_MS, 'in 2 hours'],
])('%d ms from now is %s', (away, words) => {
  expect(relativeTime(NOW + away, NOW)).toBe(words);
});

test('a span counts from now, and a day counts to its end', () => {
  expect(endTime('--expires', '7d', NOW)).toBe(NOW + 7 * 24 * HOUR_MS);
  expect(endTime('--expires', '12h', NOW)).toBe(NOW + 12 * HOUR_MS);
  expect(localTime(endTime('--expires', '2026-12-31', NOW))).toBe('2026-12-31 23:59');
  expect(localTime(endTime('--expires', '2026-11-15', NOW))).toBe('2026-11-15 23:59');
});

test('since counts back, or from the start of a day', () => {
  expect(startTime('--since', '2w', NOW)).toBe(NOW - 14 * 24 * HOUR_MS);
  expect(localTime(startTime('--since', '2026-01-31', NOW))).toBe('2026-01-31 00:00');
});

test.each(['tomorrow', '7', '2026-02-31', '2026-13-01', '', '-7d'])('"%s" is no time', (text) => {
  expect(() => endTime('--expires', text, NOW)).toThrow(`--expires ${text} is not a time.`);
  expect(() => startTime('--since', text, NOW)).toThrow(`--since ${text} is not a time.`);
});

test('what would expire at once is refused', () => {
  expect(() => endTime('--expires', '2020-01-01', NOW)).toThrow('--expires 2020-01-01 is in the past.');
  expect(() => endTime('--expires', '0d', NOW)).toThrow('--expires 0d is in the past.');
});

test('durations are shown in the unit a person would choose', () => {
  expect([0.84, 35.4, 2100].map(duration)).toEqual(['0.8 ms', '35 ms', '2.1 s']);
});
