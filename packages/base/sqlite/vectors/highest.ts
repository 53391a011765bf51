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

/** Adds to a heap. */
function rise(heap: number[], one: number, isLower: (a: number, b: number) => boolean): void {
  let at = heap.length;
  for (let up = (at - 1) >> 1; at > 0 && isLower(one, heap[up]!); up = (at - 1) >> 1) {
    heap[at] = heap[up]!;
    at = up;
  }
  heap[at] = one;
}

/** Puts one in the place of a heap's top. */
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
