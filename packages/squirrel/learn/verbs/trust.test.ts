import { expect, test } from 'vitest';
import { earnedLevel, offeredLevel, type TrustCounts, wantedFor } from './trust.ts';

const counts = (some: Partial<TrustCounts> = {}): TrustCounts => ({
  sessions: 0,
  told: 0,
  delivered: 0,
  confirmed: 0,
  flagged: 0,
  ...some,
});

test.each([
  ['many sessions and reminders prove nothing', { sessions: 999, told: 999, delivered: 999 }, 'standard'],
  ['ten confirmations do', { confirmed: 10 }, 'confident'],
  ['nine do not', { sessions: 99, confirmed: 9 }, 'standard'],
  ['nor ten where one in ten was wrong', { confirmed: 10, flagged: 1 }, 'standard'],
  ['one in thirty may be', { confirmed: 30, flagged: 1 }, 'confident'],
] as const)('from standard: %s', (_, some, level) => {
  expect(earnedLevel('standard', counts(some))).toBe(level);
});

test('nobody earns autonomy, and nobody falls or leaves what a person chose', () => {
  const best = counts({ sessions: 999, told: 999, delivered: 999, confirmed: 99 });
  expect(earnedLevel('confident', best)).toBe('confident');
  expect(earnedLevel('confident', counts({ flagged: 99 }))).toBe('confident');
  expect(earnedLevel('cautious', best)).toBe('cautious');
  expect(wantedFor('confident', best)).toBeNull();
});

test('what the next level asks for is told', () => {
  expect(wantedFor('standard', counts({ confirmed: 1, flagged: 1 }))).toBe(
    'confident: 10 memories confirmed by you (1 so far); fewer than 1 in 20 of those you judged may be wrong (1 of 2)',
  );
});

test('three wrong things in one session are a reason to offer the level below', () => {
  expect(offeredLevel('confident', 2)).toBeUndefined();
  expect(offeredLevel('confident', 3)).toBe('standard');
  expect(offeredLevel('cautious', 9)).toBeUndefined();
});
