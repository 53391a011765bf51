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
  const kept: Measured[] = [];
  const found = new Map<string, Likeness>();
  for (const saying of sayings) {
    const measured = measure(saying);
    const like = resident(saying) ?? nearest(measured, kept);
    if (like === undefined) kept.push(measured);
    else found.set(saying.id, like);
  }
  return found;
}

/** A saying, and how long its vector is from each part of it on. */
interface Measured {
  saying: Saying;
  rests: Float64Array;
}

/** A vector is compared in so many parts: most pairs are told apart by the first two. */
const PARTS = 8;

function measure(saying: Saying): Measured {
  const rests = new Float64Array(PARTS + 1);
  const { vector } = saying;
  if (vector)
    for (let part = PARTS - 1; part >= 0; part--) {
      let sum = rests[part + 1]! ** 2;
      for (let i = beginOf(part, vector.length); i < beginOf(part + 1, vector.length); i++)
        sum += vector[i]! ** 2;
      rests[part] = Math.sqrt(sum);
    }
  return { saying, rests };
}

const beginOf = (part: number, length: number): number => Math.floor((part * length) / PARTS);

function nearest(one: Measured, kept: readonly Measured[]): Likeness | undefined {
  const { saying } = one;
  let best: Likeness | undefined;
  for (const another of kept) {
    const other = another.saying;
    if (other.scope !== saying.scope || other.scopeOf !== saying.scopeOf) continue;
    const least = best?.similarity ?? SAME;
    const similarity =
      other.hash === saying.hash
        ? 1
        : other.polarity * saying.polarity < 0
          ? 0
          : cosineAbove(least, another, one);
    if (similarity > least) best = { of: other.id, similarity };
  }
  return best;
}

/** The likeness of two vectors of length one, or 0 as soon as it cannot be above `least` any more. */
function cosineAbove(least: number, one: Measured, another: Measured): number {
  const a = one.saying.vector;
  const b = another.saying.vector;
  if (!a || !b || a.length !== b.length) return 0;
  let sum = 0;
  for (let part = 0, i = 0; part < PARTS; part++) {
    for (const end = beginOf(part + 1, a.length); i < end; i++) sum += a[i]! * b[i]!;
    // What is left of both can add no more than their lengths; a hair for what adding rounds.
    if (sum + one.rests[part + 1]! * another.rests[part + 1]! < least - HAIR) return 0;
  }
  return sum;
}

const HAIR = 1e-6;
