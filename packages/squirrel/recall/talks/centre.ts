import { dot } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import type { VectorSum } from '../../store/passages/passage-vectors.ts';

/**
 * The middle of all that was said, as seen by a question. What all passages have in common tells none of them from the
 * others, so cosines are taken from there: what is like everything is near nothing.
 */
export interface Centre {
  middle: Float32Array;
  /** The cosine from the middle, of a passage's cosine with the question and with the middle. */
  cosine(withQuestion: number, withMiddle: number): number;
  /** The cosine from the middle of some passages together. */
  cosineOf(together: VectorSum): number;
}

/** Fewer passages than these have no middle worth the name; it counts in part. */
const FEW = 100;

export function centreOf(question: Float32Array, all: readonly VectorSum[]): Centre {
  const middle = new Float32Array(question.length);
  const sums = all.filter(({ sum }) => sum.length === middle.length);
  const count = sums.reduce((n, each) => n + each.count, 0);
  for (const { sum } of sums) for (let i = 0; i < middle.length; i++) middle[i]! += sum[i]! / (count + FEW);
  const square = dot(middle, middle);
  const questionWithMiddle = dot(question, middle);
  const questionLength = Math.sqrt(lengthSquare(1, questionWithMiddle, square));
  return {
    middle,
    cosine: (withQuestion, withMiddle) =>
      (withQuestion - withMiddle - questionWithMiddle + square) /
      (questionLength * Math.sqrt(lengthSquare(1, withMiddle, square))),
    cosineOf({ sum, count: n }) {
      let [own, withQuestion, withMiddle] = [0, 0, 0];
      for (let i = 0; i < sum.length; i++) {
        const value = sum[i]! / n;
        own += value * value;
        withQuestion += value * question[i]!;
        withMiddle += value * middle[i]!;
      }
      return (
        (withQuestion - withMiddle - questionWithMiddle + square) /
        (questionLength * Math.sqrt(lengthSquare(own, withMiddle, square)))
      );
    },
  };
}

/** The square of how far a vector is from the middle, by its own square and its product with the middle. */
const lengthSquare = (own: number, withMiddle: number, square: number): number =>
  Math.max(1e-6, own - 2 * withMiddle + square);
