import { expect, test } from 'vitest';
import { earnedLevel, offeredLevel, type TrustCounts, wantedFor } from './trust.ts';

const counts = (some: Partial<TrustCounts> = {}): TrustCounts => ({
  sessions: 0,
  told: 0,
  delivered: 0,
  confirmed: 0,
  flagged: 0,
  flaggedDelivered: 0,
  ...some,
});

test.each([
  ['two sessions are not enough', { sessions: 2 }, 'cautious'],
  ['three are, though nobody judged anything', { sessions: 3 }, 'standard'],
  ['or if half of what was judged was right', { sessions: 3, confirmed: 2, flagged: 2 }, 'standard'],
  ['but not if most was wrong', { sessions: 30, confirmed: 1, flagged: 2 }, 'cautious'],
] as const)('from cautious: %s', (_, some, level) => {
  expect(earnedLevel('cautious', counts(some))).toBe(level);
});

test.each([
  ['many sessions in which nothing was said prove nothing', { sessions: 99 }, 'standard'],
  ['sixteen sessions, ten of them told something', { sessions: 16, told: 10, delivered: 30 }, 'confident'],
  ['one in twenty was wrong', { sessions: 16, told: 10, delivered: 20, flaggedDelivered: 1 }, 'standard'],
  ['one in thirty was wrong', { sessions: 16, told: 10, delivered: 30, flaggedDelivered: 1 }, 'confident'],
  [
    'what was rejected unsaid does not count',
    { sessions: 16, told: 10, delivered: 9, flagged: 9 },
    'confident',
  ],
] as const)('from standard: %s', (_, some, level) => {
  expect(earnedLevel('standard', counts(some))).toBe(level);
});

test('nobody earns autonomy, and nobody falls', () => {
  const best = counts({ sessions: 999, told: 999, delivered: 999, confirmed: 99 });
  expect(earnedLevel('confident', best)).toBe('confident');
  expect(earnedLevel('confident', counts({ flagged: 99, flaggedDelivered: 99 }))).toBe('confident');
  expect(wantedFor('confident', best)).toBeNull();
});

test('what the next level asks for is told', () => {
  expect(wantedFor('cautious', counts({ sessions: 1 }))).toBe('standard: 3 sessions (1 so far)');
  const few = counts({ sessions: 20, told: 12, delivered: 10, flaggedDelivered: 2 });
  expect(wantedFor('standard', few)).toBe(
    'confident: fewer than 1 in 20 of the memories shown may be wrong (2 of 10)',
  );
});

test('three wrong things in one session are a reason to offer the level below', () => {
  expect(offeredLevel('confident', 2)).toBeUndefined();
  expect(offeredLevel('confident', 3)).toBe('standard');
  expect(offeredLevel('cautious', 9)).toBeUndefined();
});
