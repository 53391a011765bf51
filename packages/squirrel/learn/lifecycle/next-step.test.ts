import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { expect, test } from 'vitest';
import { NO_TALLY, type Tally } from '../../store/delivery/outcomes-tally.ts';
import { aMemory } from '../../store/testing/a-memory.ts';
import { tallyOf } from '../verbs/live.ts';
import { currentConfidence } from './confidence.ts';
import { type BranchState, type LifecycleFacts, nextStep } from './next-step.ts';
import { readPolicy } from './policy.ts';

const NOW = Date.UTC(2026, 10, 15);
const policy = readPolicy('', 'memory_policy.toml');
const ago = (days: number) => NOW - days * DAY_MS;
/** A project that is worked on every day, and one that nobody has touched since. */
const active = { daysSince: (at: number) => Math.floor((NOW - at) / DAY_MS) };
const paused = { daysSince: () => 0 };

/** A memory that was inferred yesterday, but for what a test says. */
function standing(
  some: Partial<Memory> = {},
  more: Partial<Omit<LifecycleFacts, 'tally'>> & { tally?: Partial<Tally> } = {},
) {
  const memory = aMemory({
    source: 'observer_inferred',
    status: 'provisional',
    confidence: 0.7,
    createdAt: ago(1),
    updatedAt: ago(1),
    ...some,
  });
  const tally = { ...NO_TALLY, ...more.tally };
  const none = {
    lastUsedAt: null,
    seenAt: null,
    heldAt: null,
    accesses: 0,
    trusted: 0,
    isHistory: false,
    isDisputed: false,
    branchState: 'unknown' as const,
    goneSince: null,
  };
  return { ...none, putAwayAt: memory.updatedAt, ...more, memory, tally };
}
const next = (...given: Parameters<typeof standing>) =>
  nextStep(standing(...given), policy, { now: NOW, time: active });

test('a memory that was used often and helped is promoted, for long where its kind lasts', () => {
  const tally = { opportunities: 9, chances: 5, uses: 3, hits: 2 };
  expect(next({ type: 'decision' }, { tally })).toEqual({
    did: 'promoted',
    why: `came up in 5 episodes after it was shown, was used in 3 and helped in 2`,
    to: { status: 'active', tier: 'long_term', updatedAt: NOW },
  });
  expect(next({ type: 'gotcha' }, { tally })!.to).toEqual({ status: 'active', updatedAt: NOW });
  expect(
    next({ type: 'decision', expiresAt: NOW + 5 * DAY_MS, createdAt: ago(25) }, { tally })!.to,
  ).toMatchObject({
    expiresAt: NOW + 30 * DAY_MS,
  });
});

test.each<[string, Partial<Memory>, Partial<Tally>]>([
  ['it had too few chances', {}, { chances: 4, uses: 4, hits: 4 }],
  ['it was used too seldom', {}, { chances: 10, uses: 5, hits: 4 }],
  ['it helped too seldom', {}, { chances: 5, uses: 5, hits: 1 }],
  ['it waits for a person', { needsReview: true }, { chances: 5, uses: 5, hits: 5 }],
  ['it came from outside', { tainted: true }, { chances: 5, uses: 5, hits: 5 }],
])('it is not promoted when %s', (_, some, tally) => {
  expect(next({ type: 'decision', ...some }, { tally })).toBeUndefined();
});

test('a memory that is hardly ever used is put away, also when it was promoted once', () => {
  const tally = { chances: 12, uses: 1 };
  for (const status of ['provisional', 'active'] as const)
    expect(next({ type: 'decision', status }, { tally })).toEqual({
      did: 'deprecated',
      why: `came up in 12 episodes after it was shown and was used in 1; the limit is a share of ${0.1}`,
      to: { status: 'deprecated', updatedAt: NOW },
    });
});

test('where nothing is ever delivered nothing is put away for not being used', () => {
  expect(next({ type: 'decision' }, { tally: { opportunities: 500, chances: 0 } })).toBeUndefined();
});

test('after three half-lives without use a memory fades; a use or another proof keeps it', () => {
  const old = { type: 'error_pattern', halfLifeDays: 60, createdAt: ago(181) } as const;
  expect(next(old)).toMatchObject({
    did: 'faded',
    why: `neither used nor seen again on 181 days of work here, more than 3 half-lives of 60 days`,
    to: { status: 'deprecated' },
  });
  expect(next(old, { lastUsedAt: ago(10) })).toBeUndefined();
  expect(next(old, { seenAt: ago(10) })).toBeUndefined();
  expect(next(old, { heldAt: ago(10) })).toBeUndefined();
  expect(next({ ...old, createdAt: ago(180) })).toBeUndefined();
});

test('nothing fades while nobody works: neither by half-lives, nor by a decay class', () => {
  const quiet = { now: NOW, time: paused };
  const old = { createdAt: ago(365), updatedAt: ago(365) };
  for (const type of ['error_pattern', 'dead_end', 'gotcha', 'work_state'] as const) {
    const memory = { ...old, type, halfLifeDays: 7 };
    expect(next(memory)?.did).toBe('faded');
    expect(nextStep(standing(memory), policy, quiet)).toBeUndefined();
  }
  const sure = aMemory({ ...old, source: 'observer_inferred', confidence: 0.8, halfLifeDays: 60 });
  expect(currentConfidence(sure, { lastUsedAt: null, time: paused })).toBe(0.8);
});

test('a day that was named comes by the calendar, whether anybody works or not', () => {
  const quiet = { now: NOW, time: paused };
  expect(nextStep(standing({ expiresAt: ago(1) }), policy, quiet)).toMatchObject({ did: 'expired' });
  expect(nextStep(standing({ status: 'deprecated' }, { putAwayAt: ago(31) }), policy, quiet)).toMatchObject({
    did: 'erased',
  });
});

test('a decay class puts away what was not needed for so long; an opportunity is a need', () => {
  const dead = { type: 'dead_end', halfLifeDays: null, createdAt: ago(91) } as const;
  expect(next(dead)).toMatchObject({
    did: 'faded',
    why: `neither used nor applicable on 91 days of work here; [decay.guard] allows 90`,
  });
  expect(next(dead, { tally: { lastAt: ago(3) } })).toBeUndefined();
});

const PERSONS: Partial<Memory>[] = [
  { source: 'user_said' },
  { source: 'user_taught' },
  { source: 'file_index' },
  { verified: true },
  { pinned: true },
];

test.each(PERSONS)('a person’s word (%o) never fades for want of use, and loses no confidence', (some) => {
  for (const type of ['work_state', 'dead_end', 'gotcha', 'preference'] as const) {
    const old = { ...some, type, halfLifeDays: 7, createdAt: ago(900), updatedAt: ago(900) };
    expect(next(old, { tally: { chances: 50, opportunities: 50 } })).toBeUndefined();
    expect(currentConfidence(standing(old).memory, { lastUsedAt: null, time: active })).toBe(0.7);
    expect(next({ ...old, pinned: false, verified: false, source: 'observer_inferred' })?.did).not.toBe(
      undefined,
    );
  }
});

test.each(PERSONS)('a person’s word (%o) ends on its own date, which no promotion moves', (some) => {
  expect(next({ ...some, expiresAt: Date.UTC(2026, 10, 14) })).toMatchObject({
    did: 'expired',
    why: `it was valid until 2026-11-14`,
    to: { status: 'deprecated' },
  });
  const tally = { chances: 5, uses: 5, hits: 5 };
  const until = { ...some, type: 'decision', expiresAt: NOW + 5 * DAY_MS } as const;
  expect(next(until, { tally })).toEqual(
    expect.objectContaining({
      did: 'promoted',
      to: expect.not.objectContaining({ expiresAt: expect.anything() }),
    }),
  );
});

test('what a person pinned or confirmed is not pruned', () => {
  for (const some of [{ pinned: true }, { verified: true }])
    expect(next({ ...some, status: 'deprecated' }, { putAwayAt: ago(900) })).toBeUndefined();
});

test('a guard for emergencies does not go unseen: it is sent to review, once', () => {
  const guard = { tier: 'emergency', expiresAt: ago(1) } as const;
  expect(next(guard)).toMatchObject({ did: 'sent to review', to: { needsReview: true, expiresAt: null } });
  expect(next({ tier: 'emergency', halfLifeDays: 7, createdAt: ago(90) })).toMatchObject({
    did: 'sent to review',
  });
  expect(next({ tier: 'emergency', needsReview: true, halfLifeDays: 7, createdAt: ago(90) })).toBeUndefined();
  expect(next({ tier: 'emergency', needsReview: true }, { accesses: 50, trusted: 10 })).toBeUndefined();
});

test('what was put away is pruned after thirty days, but not what a newer memory took the place of', () => {
  const away = { status: 'deprecated' } as const;
  expect(next(away, { putAwayAt: ago(30) })).toBeUndefined();
  expect(next(away, { putAwayAt: ago(31) })).toMatchObject({ did: 'erased', to: 'erase' });
  expect(next(away, { putAwayAt: ago(31), isHistory: true })).toBeUndefined();
});

test('five accesses without a correction make it surer, up to a point', () => {
  expect(next({}, { accesses: 4 })).toBeUndefined();
  expect(next({}, { accesses: 5 })).toMatchObject({ did: 'trusted', to: { confidence: 0.75 } });
  expect(next({}, { accesses: 9, trusted: 1 })).toBeUndefined();
  expect(next({ confidence: 0.93 }, { accesses: 5 })).toMatchObject({ to: { confidence: 0.95 } });
  expect(next({ confidence: 0.97 }, { accesses: 5 })).toBeUndefined();
});

test('ten accesses end a review, except of what came from outside or contradicts another: that is for a person', () => {
  expect(next({ needsReview: true }, { accesses: 10, trusted: 2 })).toMatchObject({
    did: 'reviewed by use',
    to: { needsReview: false },
  });
  expect(next({ needsReview: true, tainted: true }, { accesses: 100 })).toBeUndefined();
  expect(next({ needsReview: true }, { accesses: 100, isDisputed: true })).toBeUndefined();
});

test('confidence of an inferred memory halves with each half-life without use', () => {
  const memory = aMemory({
    source: 'observer_inferred',
    confidence: 0.8,
    halfLifeDays: 60,
    createdAt: ago(120),
  });
  expect(currentConfidence(memory, { lastUsedAt: null, time: active })).toBeCloseTo(0.2);
  expect(currentConfidence(memory, { lastUsedAt: ago(60), time: active })).toBeCloseTo(0.4);
  expect(currentConfidence({ ...memory, halfLifeDays: null }, { lastUsedAt: null, time: active })).toBe(0.8);
});

test('a failure that comes half of the time must stay away often before that is anybody’s merit', () => {
  const counts = {
    opportunities: 10,
    chances: 10,
    uses: 10,
    better: 10,
    late: 0,
    again: 0,
    saved: 0,
    lastAt: 1,
    lastUsedAt: 1,
  };
  const hits = (warned: number, misses: number, unwarned: number, came: number) =>
    tallyOf({ ...counts, warned, misses, unwarned, came }, { expects: true, accesses: 0 }).hits;
  expect(hits(4, 0, 9, 5)).toBe(2);
  expect(hits(4, 1, 9, 5)).toBe(1);
  expect(hits(10, 0, 99, 5)).toBe(0);
  expect(hits(10, 0, 0, 0)).toBe(0);
  expect(
    tallyOf({ ...counts, warned: 0, misses: 0, unwarned: 0, came: 0 }, { expects: false, accesses: 0 }).hits,
  ).toBe(10);
});

const staged = (some: Partial<Memory>, branchState: BranchState, goneSince: number | null = null) =>
  next({ branch: 'feature', ...some }, { branchState, goneSince });

test('what is staged joins the project with its branch', () => {
  for (const state of ['merged', 'default', 'none'] as const)
    expect(staged({}, state)).toMatchObject({ did: 'joined', to: { branch: null } });
  for (const state of ['open', 'unknown'] as const) expect(staged({}, state)).toBeUndefined();
  expect(staged({ branch: null }, 'merged')).toBeUndefined();
});

test('a deleted unmerged branch takes it along after thirty days, unless it comes back', () => {
  expect(staged({}, 'gone')).toMatchObject({ did: 'branch gone', to: {} });
  expect(staged({}, 'gone', ago(30))).toBeUndefined();
  expect(staged({}, 'gone', ago(31))).toMatchObject({ did: 'deprecated', to: { status: 'deprecated' } });
  expect(staged({}, 'open', ago(31))).toMatchObject({ did: 'branch back' });
  expect(staged({ verified: true }, 'gone', ago(31))).toBeUndefined();
  expect(staged({ source: 'user_said' }, 'gone', ago(31))).toMatchObject({ did: 'deprecated' });
  expect(staged({ tier: 'emergency' }, 'gone', ago(31))).toMatchObject({ did: 'sent to review' });
});
