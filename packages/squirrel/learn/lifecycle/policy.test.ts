import { expect, test } from 'vitest';
import { decayOf, policyRules, readPolicy } from './policy.ts';

test('no file means the defaults', () => {
  expect(readPolicy('', 'memory_policy.toml')).toEqual({
    promotion: { default: { min_opportunities: 5, min_use_ratio: 0.6, min_regret_hits: 2 } },
    deprecation: { default: { min_opportunities: 10, max_use_ratio: 0.1 } },
    decay: { guard: { max_inactive_days: 90 }, gotcha: { max_inactive_days: 180 } },
    regret_weights: { alpha_errors: 1, beta_retries: 0.5 },
  });
});

test.each([
  ['[promotion.default]\nmin_use_ratio = 3\n', /^p\.toml:2: promotion\.default\.min_use_ratio: /],
  ['[promotion]\ndefault.min_opportunities = -1', /^p\.toml:2: promotion\.default\.min_opportunities: /],
  ['promotion.default.min_regret_hits = 1.5', /^p\.toml:1: promotion\.default\.min_regret_hits: /],
  ['[decay.guard]\n\nmax_inactive_days = "long"', /^p\.toml:3: decay\.guard\.max_inactive_days: /],
  ['[regret_weights]\n[decay.gotchas]\nmax_inactive_days = 3', /^p\.toml:2: decay\.gotchas: /],
  ['[deprecation.default]\nmax_ratio = 0.1', /^p\.toml:2: deprecation\.default\.max_ratio: /],
  ['[decay.guard]\nmax_inactive_days = many', /^p\.toml:2: /],
])('%j is refused with its line', (text, message) => {
  expect(() => readPolicy(text, 'p.toml')).toThrow(message);
});

test('a type’s own decay class counts before that of its kind', () => {
  const policy = readPolicy('', 'p.toml');
  expect(decayOf(policy, { type: 'gotcha' })).toEqual({ days: 180, by: 'gotcha' });
  expect(decayOf(policy, { type: 'dead_end' })).toEqual({ days: 90, by: 'guard' });
  expect(decayOf(policy, { type: 'decision' })).toBeUndefined();
});

test('a decay class of one’s own stands beside the usual ones', () => {
  const policy = readPolicy('[decay.note]\nmax_inactive_days = 14', 'p.toml');
  expect(decayOf(policy, { type: 'work_state' })).toEqual({ days: 14, by: 'note' });
  expect(decayOf(policy, { type: 'gotcha' })).toEqual({ days: 180, by: 'gotcha' });
  expect(policyRules(policy)).toContainEqual(
    expect.objectContaining({ key: 'decay.note.max_inactive_days', value: 14, default: null }),
  );
});
