import { dot, type QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';

/** The vector of a message: the mean of its passages' vectors, of length one; undefined where one has none yet. */
export function messageVector(
  passages: readonly (Pick<QuantizedVector, 'codes' | 'scale'> | undefined)[],
): Float32Array | undefined {
  const sum = new Float32Array(passages[0]?.codes.length ?? 0);
  for (const passage of passages) {
    if (passage?.codes.length !== sum.length) return undefined;
    for (let i = 0; i < sum.length; i++) sum[i]! += passage.codes[i]! * passage.scale;
  }
  const length = Math.sqrt(sum.reduce((squares, each) => squares + each * each, 0));
  return length > 0 ? sum.map((each) => each / length) : undefined;
}

/** The mean of vectors, of length one; undefined where there is none. */
export function meanOf(vectors: readonly (Float32Array | undefined)[]): Float32Array | undefined {
  const known = vectors.filter((vector) => vector !== undefined);
  const sum = new Float32Array(known[0]?.length ?? 0);
  for (const vector of known) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i] ?? 0;
  const length = Math.sqrt(dot(sum, sum));
  return length > 0 ? sum.map((each) => each / length) : undefined;
}
