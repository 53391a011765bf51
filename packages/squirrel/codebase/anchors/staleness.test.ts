import { expect, test } from 'vitest';
import { type StalenessFacts, stalenessOf } from './staleness.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW = 1000 * DAY_MS;
const facts = (given: Partial<StalenessFacts> = {}): StalenessFacts => ({
  staleAt: null,
  anchors: [],
  createdAt: NOW - 10 * DAY_MS,
  unusedDays: 10,
  halfLifeDays: 60,
  files: [],
  ...given,
});
const file = (path: string, commits: number, modifiedAt: number | null = null) => ({
  path,
  commits,
  modifiedAt,
});

const anchor = (state: 'fresh' | 'stale' | 'gone') => ({
  ...{ path: 'cart.ts', symbol: 'Cart.add', state, changedIn: null, nowIs: null, movedFrom: null },
});

test('staleness says what changed', () => {
  const of = (more: object) => stalenessOf(facts({ anchors: [{ ...anchor('stale'), ...more }] })).why;
  expect(of({})).toEqual(['its code has changed: the body of `Cart.add` in cart.ts (not committed yet)']);
  expect(of({ nowIs: 'add(line, tax)' })[0]).toContain('`Cart.add` in cart.ts is now `add(line, tax)`');
  expect(of({ symbol: null, path: 'src/cart.ts', movedFrom: 'cart.ts' })[0]).toContain(
    'cart.ts was moved to src/cart.ts and edited',
  );
});

test('a young memory about unchanged code is trusted fully', () => {
  const files = [file('a.ts', 0, NOW)];
  expect(stalenessOf(facts({ anchors: [anchor('fresh')], files }))).toEqual({
    stale: false,
    review: false,
    trust: 1,
    why: [],
  });
});

test('a memory is stale when it was said to be, or when what it is about changed', () => {
  expect(stalenessOf(facts({ staleAt: NOW }))).toMatchObject({ stale: true, review: false });
  expect(stalenessOf(facts({ anchors: [anchor('fresh'), anchor('stale')] }))).toMatchObject({ stale: true });
});

test('a memory about what was deleted is stale and to be reviewed', () => {
  const at = { changedIn: '0123456789abcdef', nowIs: 'cart.ts:Cart.put' };
  expect(stalenessOf(facts({ anchors: [{ ...anchor('gone'), ...at }] }))).toMatchObject({
    stale: true,
    review: true,
    why: ['its code was deleted: `Cart.add` in cart.ts in 0123456789ab; it may be `cart.ts:Cart.put` now'],
  });
});

test.each([
  [60, 1],
  [120, 0.5],
  [90, Math.SQRT1_2],
  [999, 0.25],
])('unused for %i days with a half-life of 60 it keeps a trust of %f', (days, trust) => {
  expect(stalenessOf(facts({ createdAt: 0, unusedDays: days })).trust).toBeCloseTo(trust, 3);
});

test('a memory without a half-life does not age', () => {
  expect(stalenessOf(facts({ createdAt: 0, halfLifeDays: null })).trust).toBe(1);
});

test('trust is lost in proportion to the files that changed in git', () => {
  const files = [file('a.ts', 3), file('b.ts', 0), file('c.ts', 0), file('d.ts', 1)];
  expect(stalenessOf(facts({ files }))).toMatchObject({
    stale: false,
    trust: 0.75,
    why: [`2 of its 4 files have changed since`],
  });
});

test('a file written more than thirty days after the memory asks for a review', () => {
  const createdAt = NOW - 50 * DAY_MS;
  const after = (days: number) => facts({ createdAt, files: [file('a.ts', 0, createdAt + days * DAY_MS)] });
  expect(stalenessOf(after(30)).review).toBe(false);
  expect(stalenessOf(after(31))).toMatchObject({ stale: false, review: true, trust: 1 });
});

test('the layers add up', () => {
  const files = [file('a.ts', 1, NOW)];
  const old = facts({ createdAt: NOW - 200 * DAY_MS, unusedDays: 120, files, staleAt: NOW });
  expect(stalenessOf(old)).toMatchObject({ stale: true, review: true, trust: 0.25 });
  expect(stalenessOf(old).why).toHaveLength(4);
});
