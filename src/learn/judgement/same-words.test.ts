import { expect, test } from 'vitest';
import { containsOther } from './same-words.ts';

test.each([
  ['Always use pnpm!', 'always use  `pnpm`, please', true],
  ['please always use pnpm', 'Always use pnpm.', true],
  ['Always use pnpm', 'Never use npm', false],
  ['!!!', 'Always use pnpm', false],
  ['', '', false],
])('%j and %j', (a, b, contains) => {
  expect(containsOther(a, b)).toBe(contains);
});
