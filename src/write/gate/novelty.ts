import type { Memory } from '../../model/memory.ts';

/** What may say the same as another: anything with a text, and a vector of it where there is one. */
export interface Saying {
  id: string;
  hash: string;
  scope: Memory['scope'];
  scopeOf: string | null;
  polarity: number;
  vector: Float32Array | undefined;
}

/** Nearer than this, two texts say the same. */
export const SAME = 0.88;

/** One that another only repeats. */
export interface Likeness {
  of: string;
  similarity: number;
}

/**
 * For each of the sayings, given in the order in which they are preferred, the earlier one that it only repeats. What
 * repeats something stands for nothing itself, so that a chain of likenesses does not swallow what lies at its end.
 */
export function repeats(
  sayings: readonly Saying[],
  resident: (saying: Saying) => Likeness | undefined,
): Map<string, Likeness> {
  const kept: Saying[] = [];
  const found = new Map<string, Likeness>();
  for (const saying of sayings) {
    const like = resident(saying) ?? nearest(saying, kept);
    if (like === undefined) kept.push(saying);
    else found.set(saying.id, like);
  }
  return found;
}

function nearest(saying: Saying, kept: readonly Saying[]): Likeness | undefined {
  let best: Likeness | undefined;
  for (const other of kept) {
    if (other.scope !== saying.scope || other.scopeOf !== saying.scopeOf) continue;
    const similarity =
      other.hash === saying.hash
        ? 1
        : other.polarity * saying.polarity < 0
          ? 0
          : cosine(other.vector, saying.vector);
    if (similarity > SAME && similarity > (best?.similarity ?? 0)) best = { of: other.id, similarity };
  }
  return best;
}

/** Vectors have length one. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b || a.length !== b.length) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
