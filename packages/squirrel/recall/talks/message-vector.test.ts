import { encode } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { expect, test } from 'vitest';
import { messageVector } from './exchanges.ts';

test('a message has the mean of its passages, of length one', () => {
  const passages = [Float32Array.of(1, 0), Float32Array.of(0, 1)].map((vector) => encode(vector, 2));
  const [x, y] = messageVector(passages)!;
  expect(x).toBeCloseTo(Math.SQRT1_2, 5);
  expect(y).toBeCloseTo(Math.SQRT1_2, 5);
});

test('a message has no vector while one of its passages has none', () => {
  expect(messageVector([encode(Float32Array.of(1, 0), 2), undefined])).toBeUndefined();
  expect(messageVector([])).toBeUndefined();
});
