import { expect, test } from 'vitest';
import { message } from '../../base/messages.ts';
import { STATED_BAR } from '../../model/delivery.ts';
import type { Memory } from '../../model/memory.ts';
import { type UntoldFacts, whyNotTold } from '../../model/why-not-told.ts';
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
  expect(why({ confidence: 0.419 })?.text).toBe('said once, 41 % sure (told from 60 %)');
  expect(why({ confidence: 0.419 }, { times: 3 })?.text).toMatch(/^said 3 times, 41 % sure/);
  expect(why({ confidence: 0.419, source: 'observer_inferred' }, { times: 2 })?.text).toMatch(
    /^seen 2 times, 41 % sure/,
  );
  // Never as if it reached the bar.
  expect(why({ confidence: BAR - 0.001 })?.facts).toMatchObject({ percent: 59, from: 60 });
  // The trust level is for what was inferred.
  expect(why({ confidence: 0.7 }, { level: 'cautious' })).toBeNull();
  expect(why({ confidence: 0.7, source: 'observer_inferred' }, { level: 'cautious' })?.facts).toMatchObject({
    percent: 70,
    from: 80,
  });
});

test.each<[Partial<Memory>, Partial<UntoldFacts>, string]>([
  [{ status: 'deprecated', needsReview: true }, {}, 'untold.archived'],
  [{ expiresAt: NOW }, {}, 'untold.expired'],
  [{ tags: ['muted'] }, {}, 'untold.muted'],
  [{ tainted: true }, {}, 'wait.untrusted'],
  [{ needsReview: true, confidence: 0.3 }, { conflicts: ['abc'] }, 'wait.contradicts'],
  [{ needsReview: true, confidence: 0.3 }, { sent: message('wait.everyProject') }, 'wait.everyProject'],
  [{ needsReview: true, confidence: 0.3 }, {}, 'wait.unsure'],
  [{ needsReview: true }, {}, 'wait.requested'],
])('%j with %j: %s', (some, facts, code) => {
  expect(why(some, facts)?.code).toBe(code);
});

test('a reason that was noted does not outlive its review', () => {
  expect(why({ needsReview: false }, { sent: message('wait.everyProject') })).toBeNull();
  expect(why({}, { conflicts: ['abc'] })).toBeNull();
});
