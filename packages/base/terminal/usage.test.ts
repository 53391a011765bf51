import { expect, test } from 'vitest';
import { nearest } from './usage.ts';

const known = ['remember', 'search', 'forget', 'list', 'pin'];

test.each([
  ['serach', 'search'],
  ['forgt', 'forget'],
  ['LIST', 'list'],
  ['rem', 'remember'],
  ['pni', 'pin'],
])('%s probably means %s', (typed, meant) => {
  expect(nearest(typed, known)).toBe(meant);
});

test('a word that is like none of them is not guessed at', () => {
  expect(nearest('compile', known)).toBeUndefined();
  expect(nearest('', known)).toBeUndefined();
  expect(nearest('x', known)).toBeUndefined();
});
