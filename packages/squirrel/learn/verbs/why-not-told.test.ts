import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { type UntoldFacts, whyNotTold } from '@sqrl/base/model/why-not-told.ts';
import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';

const NOW = 1_000_000;
const BAR = STATED_BAR;

const why = (some: Partial<Memory>, facts: Partial<UntoldFacts> = {}) =>
  whyNotTold(aMemory({ source: 'user_said', status: 'active', confidence: 0.9, verified: false, ...some }), {
    now: NOW,
    level: 'standard',
    times: 1,
    conflicts: [],
    sent: undefined,
    ...facts,
  });

test('what is told has no reason not to be', () => {
  expect(why({})).toBeNull();
  expect(why({ confidence: BAR })).toBeNull();
  expect(why({ confidence: 0.1, verified: true })).toBeNull();
});

test('one that is not sure enough says how sure it is and from where on it would be told', () => {
  expect(why({ confidence: 0.419 })).toBe('said once, 41 % sure (told from 65 %)');
  expect(why({ confidence: 0.419 }, { times: 3 })).toMatch(/^said 3 times, 41 % sure/);
  expect(why({ confidence: 0.419, source: 'observer_inferred' }, { times: 2 })).toMatch(
    /^seen 2 times, 41 % sure/,
  );
  // Never as if it reached the bar.
  expect(why({ confidence: BAR - 0.001 })).toContain('64 % sure (told from 65 %)');
  // The trust level is for what was inferred.
  expect(why({ confidence: 0.7 }, { level: 'cautious' })).toBeNull();
  expect(why({ confidence: 0.7, source: 'observer_inferred' }, { level: 'cautious' })).toContain(
    '70 % sure (told from 80 %)',
  );
});

test.each<[Partial<Memory>, Partial<UntoldFacts>, string]>([
  [{ status: 'deprecated', needsReview: true }, {}, 'it is archived'],
  [{ expiresAt: NOW }, {}, 'it has expired'],
  [{ tags: ['muted'] }, {}, 'it is muted'],
  [{ tainted: true }, {}, 'it repeats text from outside'],
  [{ needsReview: true, confidence: 0.3 }, { conflicts: ['abc'] }, 'it contradicts abc'],
  [
    { needsReview: true, confidence: 0.3 },
    { sent: 'an agent wants it to apply to every project' },
    'an agent wants it to apply to every project',
  ],
  [{ needsReview: true, confidence: 0.3 }, {}, 'said once, 30 % sure'],
  [{ needsReview: true }, {}, 'its author requested a review'],
])('%j with %j: %s', (some, facts, reason) => {
  expect(why(some, facts)).toContain(reason);
});

test('a reason that was noted does not outlive its review', () => {
  expect(why({ needsReview: false }, { sent: 'an agent wants it to apply to every project' })).toBeNull();
  expect(why({}, { conflicts: ['abc'] })).toBeNull();
});
