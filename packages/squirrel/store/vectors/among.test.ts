import { nearnessAmong } from '@sqrl/base/sqlite/vectors/among.ts';
import { dot, encode, widthFor } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

const vectors = fc.integer({ min: 1, max: 40 }).chain((dims) =>
  fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dims, maxLength: dims }), {
    minLength: 1,
    maxLength: 30,
  }),
);

test('vectors are as near to each other as their full numbers say, but for what eight bits lose', () => {
  fc.assert(
    fc.property(vectors, (some) => {
      const full = some.map(unit);
      const near = nearnessAmong(full.map((each) => encode(each, widthFor(each.length))));
      for (const [a, one] of full.entries())
        for (const [b, other] of full.entries()) expect(near(a, b)).toBeCloseTo(dot(one, other), 1);
    }),
    { numRuns: runs(30) },
  );
});

test('one without a vector is like no other, and where none has one nothing is compared', () => {
  const one = encode(unit([1, 2, 3]), 16);
  const near = nearnessAmong([undefined, one, one]);
  expect([near(0, 1), near(1, 0)]).toEqual([0, 0]);
  expect(near(1, 2)).toBeCloseTo(1, 2);
  expect(nearnessAmong([undefined, undefined])(0, 1)).toBe(0);
});
