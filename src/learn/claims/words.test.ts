import { expect, test } from 'vitest';
import { beginAlike, containsOther, sharedWords } from './words.ts';

test.each([
  ['Always use pnpm!', 'always use  `pnpm`, please', true],
  ['please always use pnpm', 'Always use pnpm.', true],
  ['Always use pnpm', 'Never use npm', false],
  ['i dont want npm', 'I don’t want npm', true],
  ['!!!', 'Always use pnpm', false],
  ['', '', false],
])('%j and %j', (a, b, contains) => {
  expect(containsOther(a, b)).toBe(contains);
});

test('the share of words that another text has', () => {
  expect(sharedWords('we don’t need the legend', 'so we dont need the legned here')).toBe(0.8);
});

test.each([
  ['Update all documentation including finished tasks', 'please update the documentation as needed', true],
  ['Make sure to pull from origin', 'please pull origin before you begin', true],
  ['Update all documentation', 'Review all documentation', false],
  ['Update the seeds', 'Update the snapshots', false],
])('%j and %j begin alike: %s', (a, b, alike) => {
  expect(beginAlike(a, b)).toBe(alike);
});
