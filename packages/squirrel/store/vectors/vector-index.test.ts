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

test('the nearest are exactly those of a plain double loop, whatever was added, changed and removed', () => {
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
      expect(index.nearest({ question, count, accept, exact: () => all })).toEqual(
        plainly(all, question, count, accept),
      );
    }),
    { numRuns: runs(100) },
  );
});

test('a crowd of vectors that look alike in eight bits is still put in its true order', () => {
  const random = seeded(7);
  const centre = unit(Array.from({ length: 384 }, () => random() - 0.5));
  const all = new Map<number, Float32Array>();
  for (let row = 1; row <= 3000; row++)
    all.set(row, unit(Array.from(centre, (value) => value + (random() - 0.5) * 1e-4)));
  const index = new VectorIndex(384);
  for (const [row, vector] of all) index.set(row, vector);

  expect(index.nearest({ question: centre, count: 10, exact: () => all })).toEqual(plainly(all, centre, 10));
});

test('only a small part of a large index is compared by full vectors', () => {
  const random = seeded(11);
  const gauss = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const index = new VectorIndex(384);
  const all = new Map<number, Float32Array>();
  for (let row = 1; row <= 5000; row++) all.set(row, unit(Array.from({ length: 384 }, gauss)));
  for (const [row, vector] of all) index.set(row, vector);
  const question = unit(Array.from({ length: 384 }, gauss));
  let compared = 0;

  const found = index.nearest({
    question,
    count: 10,
    exact: (rows) => {
      compared += rows.length;
      return all;
    },
  });

  expect(found).toEqual(plainly(all, question, 10));
  expect(compared).toBeLessThan(500);
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
