import { expect, test } from 'vitest';
import { scoreTests } from './score.ts';

test('every function counts once, and precision is that of functions with an answer', () => {
  const tested = (ran: string[], told: string[]) => ({ name: 'f', ran: new Set(ran), told: new Set(told) });
  expect(
    scoreTests([tested(['a', 'b'], ['a']), tested(['a'], ['a', 'b', 'c', 'd']), tested(['a'], [])]),
  ).toEqual({ functions: 3, recall: 0.5, precision: 0.625, nothing: 0.333 });
});
