import { expect, test } from 'vitest';
import { combinations, leftOut } from './left-out.ts';

test('all choices are combined', () => {
  expect(combinations({ a: 1, b: 2, c: 3 }, { a: [1, 9], b: [2, 8] })).toEqual([
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 8, c: 3 },
    { a: 9, b: 2, c: 3 },
    { a: 9, b: 8, c: 3 },
  ]);
});

test('a part is scored with what is best for the others, not for itself', () => {
  const sum = (scores: readonly number[]) => scores.reduce((total, each) => total + each, 0);
  const parts = [
    {
      tried: [
        [5, 5],
        [0, 1],
      ],
    },
    { tried: [[1], [2]] },
    { tried: [[1], [3]] },
  ];
  expect(leftOut(parts, sum)).toEqual([0, 1, 1, 1]);
});
