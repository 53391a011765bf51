import { expect, test } from 'vitest';
import { type PastChange, worthFor } from './paths.ts';

const work = (changed: string[], isCommit: boolean): PastChange => ({
  id: changed.join(),
  session: 'one',
  isCommit,
  startedAt: 0,
  endedAt: 1,
  failed: false,
  said: '',
  changed,
  read: [],
});

test.each([
  'tests/test_cart.py',
  'cart/cart_test.go',
  'docs/cart.py',
  'README.rst',
  'types/cart.d.ts',
  '.github/ISSUE_TEMPLATE/bug.yml',
  'examples/cart.py',
  'LICENSE',
])('%s is worth less than code', (path) => {
  expect(worthFor('Totals are rounded twice', [])(path)).toBeLessThan(1);
});

test.each(['src/cart.ts', 'cart/testing/client.py', 'cart/contest.py', 'cart/documents.go'])(
  '%s is code',
  (path) => {
    expect(worthFor('Totals are rounded twice', [])(path)).toBe(1);
  },
);

test('what a task asks for is worth as much as code', () => {
  expect(worthFor('Add a test for rounding', [])('src/cart.test.ts')).toBe(1);
  expect(worthFor('Fix the guide to rounding in the docs', [])('docs/cart.md')).toBe(1);
  expect(worthFor('Add a test for rounding', [])('docs/cart.md')).toBeLessThan(1);
  expect(worthFor('Totals are wrong\n\n* Add a test', [])('src/cart.test.ts')).toBeLessThan(1);
});

test('what sessions change often is worth as much as code; what commits carry along is not', () => {
  const changed = ['src/cart.ts', 'src/cart.test.ts'];
  expect(worthFor('Round totals', [work(changed, false)])('src/pay.test.ts')).toBe(1);
  expect(worthFor('Round totals', [work(changed, true)])('src/pay.test.ts')).toBeLessThan(1);
});
