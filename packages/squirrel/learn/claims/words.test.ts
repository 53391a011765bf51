import { expect, test } from 'vitest';
import { beginAlike, sharedWords } from './words.ts';

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
