/** A vector in eight bits: each code times the scale is near the true value. */
export interface QuantizedVector {
  codes: Int8Array;
  scale: number;
}

/** Rounds a vector to eight bits a dimension, padded with zeros to `width`. */
export function encode(vector: Float32Array, width: number): QuantizedVector {
  const dims = vector.length;
  let peak = 0;
  for (let i = 0; i < dims; i++) {
    const size = Math.abs(vector[i]!);
    if (size > peak) peak = size;
  }
  const scale = Math.fround(peak / 127);
  const codes = new Int8Array(width);
  for (let i = 0; i < dims; i++)
    codes[i] = scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(vector[i]! / scale)));
  return { codes, scale };
}

/** How many dimensions a row takes in the scan: the next multiple of sixteen. */
export const widthFor = (dims: number): number => Math.ceil(dims / 16) * 16;

/** The cosine of two unit vectors, summed in double precision. */
export function dot(a: Float32Array, b: Float32Array): number {
  // Four sums at a time: one alone would wait for itself at every step.
  let [one, two, three, four] = [0, 0, 0, 0];
  const whole = a.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    one += a[i]! * b[i]!;
    two += a[i + 1]! * b[i + 1]!;
    three += a[i + 2]! * b[i + 2]!;
    four += a[i + 3]! * b[i + 3]!;
  }
  for (let i = whole; i < a.length; i++) one += a[i]! * b[i]!;
  return one + two + (three + four);
}

/** The cosine of a unit vector with one in eight bits. */
export function cosineWith({ scale, codes }: QuantizedVector, vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * codes[i]!;
  return sum * scale;
}
