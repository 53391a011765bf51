import { dot } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** What the index must agree with: every vector against the question, nothing clever. */
function plainly(
  all: Map<number, Float32Array>,
  question: Float32Array,
  count: number,
  accept = (_: number) => true,
) {
  return [...all]
    .filter(([row]) => accept(row))
    .map(([row, vector]) => ({ row, score: dot(question, vector) }))
    .sort((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, count);
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

const vectorOf = (dims: number) =>
  fc
    .array(fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(0, 1, -1)), {
      minLength: dims,
      maxLength: dims,
    })
    .map(unit);

test('the nearest are as near as those of a plain double loop, whatever was added, changed and removed', () => {
  const story = fc.integer({ min: 1, max: 40 }).chain((dims) =>
    fc.record({
      dims: fc.constant(dims),
      steps: fc.array(
        fc.record({ row: fc.integer({ min: 1, max: 60 }), vector: fc.option(vectorOf(dims)) }),
        { maxLength: 120 },
      ),
      question: vectorOf(dims),
      count: fc.integer({ min: 0, max: 70 }),
      odd: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(story, ({ dims, steps, question, count, odd }) => {
      const index = new VectorIndex(dims);
      const all = new Map<number, Float32Array>();
      for (const { row, vector } of steps) {
        if (vector) {
          index.set(row, vector);
          all.set(row, vector);
        } else {
          index.remove(row);
          all.delete(row);
        }
      }
      const accept = odd ? (row: number) => row % 2 === 1 : undefined;
      expect(index.size).toBe(all.size);
      const plain = plainly(all, question, count, accept);
      const found = index.nearest(question, count, accept);
      expect(found).toHaveLength(plain.length);
      for (const [i, { row, score }] of found.entries()) {
        expect(score).toBeCloseTo(dot(question, all.get(row)!), 1);
        expect(score).toBeCloseTo(plain[i]!.score, 1);
      }
    }),
    { numRuns: runs(100) },
  );
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a glance is off by no more than its codes are, and leaves out what is not accepted', () => {
  const random = seeded(3);
  const all = new Map<number, Float32Array>();
  const index = new VectorIndex(384);
  for (let row = 1; row <= 500; row++) {
    all.set(row, unit(Array.from({ length: 384 }, () => random() - 0.5)));
    index.set(row, all.get(row)!);
  }
  const question = unit(Array.from({ length: 384 }, () => random() - 0.5));
  const glance = index.glance(question, (row) => row % 2 === 1);
  const near = glance.nearest(20);
  const exactly = plainly(all, question, 20, (row) => row % 2 === 1);
  expect(near).toHaveLength(20);
  for (const [i, { row, score }] of near.entries()) {
    expect(row % 2).toBe(1);
    expect(score).toBeCloseTo(dot(question, all.get(row)!), 2);
    expect(score).toBeCloseTo(exactly[i]!.score, 2);
  }
  expect(glance.of(near[0]!.row)).toBe(near[0]!.score);
  expect(glance.of(2)).toBeUndefined();
  expect(glance.of(501)).toBeUndefined();
});
