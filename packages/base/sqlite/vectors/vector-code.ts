/** A vector in eight bits: each code times the scale is near the true value. */
export interface QuantizedVector {
  codes: Int8Array;
  scale: number;
}

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

/** Slots of the highest scores, highest first; of equal ones the first slots. */
export function highest(
  scores: Float32Array | Float64Array,
  count: number,
  accept?: (slot: number) => boolean,
): number[] {
  // A heap, the lowest of the best on top: most slots are compared with that one alone.
  const best: number[] = [];
  if (count <= 0) return best;
  const isLower = (a: number, b: number) => scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b);
  let bar = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot]! <= bar || accept?.(slot) === false) continue;
    if (best.length < count) rise(best, slot, isLower);
    else sink(best, slot, isLower);
    if (best.length === count) bar = scores[best[0]!]!;
  }
  return best.sort((a, b) => scores[b]! - scores[a]! || a - b);
}

function rise(heap: number[], one: number, isLower: (a: number, b: number) => boolean): void {
  let at = heap.length;
  for (let up = (at - 1) >> 1; at > 0 && isLower(one, heap[up]!); up = (at - 1) >> 1) {
    heap[at] = heap[up]!;
    at = up;
  }
  heap[at] = one;
}

function sink(heap: number[], one: number, isLower: (a: number, b: number) => boolean): void {
  let at = 0;
  for (let down = 1; down < heap.length; down = 2 * at + 1) {
    if (down + 1 < heap.length && isLower(heap[down + 1]!, heap[down]!)) down++;
    if (!isLower(heap[down]!, one)) break;
    heap[at] = heap[down]!;
    at = down;
  }
  heap[at] = one;
}
