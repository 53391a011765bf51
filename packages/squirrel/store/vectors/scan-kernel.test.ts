import {
  MAX_QUESTION_CODE,
  openDots,
  QUESTION_BYTES,
  type ScanMultiplication,
} from '@sqrl/base/sqlite/vectors/scan-kernel.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const QUESTION_AT = 1024;

/** The sums of some rows with a question, as one of the kernels has them. */
function sums(way: ScanMultiplication, rows: readonly Int8Array[], question: Int16Array): number[] {
  const dims = question.length;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const rowsAt = QUESTION_AT + dims * QUESTION_BYTES;
  const outAt = rowsAt + rows.length * dims;
  new Int16Array(memory.buffer, QUESTION_AT, dims).set(question);
  for (const [i, row] of rows.entries()) new Int8Array(memory.buffer, rowsAt + i * dims, dims).set(row);
  openDots(memory, way)(rowsAt, QUESTION_AT, outAt, rows.length, dims);
  return [...new Int32Array(memory.buffer, outAt, rows.length)];
}

test('both ways to multiply give the sums of a plain loop, to the ends of their ranges', () => {
  const code = fc.oneof(fc.integer({ min: -127, max: 127 }), fc.constantFrom(-127, 127));
  const asked = fc.oneof(
    fc.integer({ min: -MAX_QUESTION_CODE, max: MAX_QUESTION_CODE }),
    fc.constantFrom(-MAX_QUESTION_CODE, -1, 0, MAX_QUESTION_CODE),
  );
  const listOf = (value: fc.Arbitrary<number>, length: number) =>
    fc.array(value, { minLength: length, maxLength: length });
  const story = fc.constantFrom(16, 48, 384).chain((dims) =>
    fc.record({
      rows: fc.array(
        listOf(code, dims).map((row) => Int8Array.from(row)),
        { maxLength: 9 },
      ),
      question: listOf(asked, dims).map((question) => Int16Array.from(question)),
    }),
  );
  fc.assert(
    fc.property(story, ({ rows, question }) => {
      const plainly = rows.map((row) => row.reduce((sum, code, i) => sum + code * question[i]!, 0));
      expect(sums('plain', rows, question)).toEqual(plainly);
      expect(sums('relaxed', rows, question)).toEqual(plainly);
    }),
    { numRuns: runs(60) },
  );
});
