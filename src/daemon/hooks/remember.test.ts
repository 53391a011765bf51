import { expect, test } from 'vitest';
import { toRemember } from './remember.ts';

test.each([
  ['/remember We deploy on Fridays', 'We deploy on Fridays'],
  ['  /remember\nWe deploy\non Fridays\n', 'We deploy\non Fridays'],
  ['/squirrel:remember We deploy on Fridays', 'We deploy on Fridays'],
  ['/remember: We deploy on Fridays', 'We deploy on Fridays'],
  [
    '<command-message>x</command-message>\n<command-name>/remember</command-name>\n<command-args>We deploy</command-args>',
    'We deploy',
  ],
])('%j is to be remembered', (prompt, wanted) => {
  expect(toRemember(prompt)).toBe(wanted);
});

test.each([
  '/remember',
  '/remember   ',
  '/remembering things',
  'Please /remember this',
  'remember this',
  '/recall x',
])('%j is not', (prompt) => {
  expect(toRemember(prompt)).toBeUndefined();
});
