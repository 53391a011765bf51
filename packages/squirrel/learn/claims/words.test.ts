import { expect, test } from 'vitest';
import { beginAlike } from './words.ts';

test.each([
  ['Update all documentation including finished tasks', 'please update the documentation as needed', true],
  ['Make sure to pull from origin', 'please pull origin before you begin', true],
  ['Update all documentation', 'Review all documentation', false],
  ['Update the seeds', 'Update the snapshots', false],
])('%j and %j begin alike: %s', (a, b, alike) => {
  expect(beginAlike(a, b)).toBe(alike);
});
