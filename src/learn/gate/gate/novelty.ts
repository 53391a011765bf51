import type { Memory } from '../../../model/memory.ts';

/** What may say the same as another: anything with a text, and a vector of it where there is one. */
export interface ComparableText {
  id: string;
  hash: string;
  scope: Memory['scope'];
  scopeOf: string | null;
  polarity: number;
  key: string | null;
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
  sayings: readonly ComparableText[],
  resident: (saying: ComparableText) => Likeness | undefined,
  near: NearTexts = pairwise(sayings),
): Map<string, Likeness> {
  const place = new Map(sayings.map((saying, i) => [saying.id, { saying, i }]));
  const byWords = new Map<string, string>();
  const found = new Map<string, Likeness>();
  for (const saying of sayings) {
    const words = JSON.stringify([saying.scope, saying.scopeOf, saying.hash]);
    const twin = byWords.get(words);
    const like =
      resident(saying) ??
      (twin === undefined ? nearestOf(saying, near(saying.id), place, found) : { of: twin, similarity: 1 });
    if (like !== undefined) found.set(saying.id, like);
    else if (twin === undefined) byWords.set(words, saying.id);
  }
  return found;
}

/** For a saying, those that are nearer to it than `SAME`. */
export type NearTexts = (id: string) => readonly Likeness[];

/** Of those before it that stand for themselves, the nearest; among equals the one that is preferred. */
function nearestOf(
  saying: ComparableText,
  near: readonly Likeness[],
  place: ReadonlyMap<string, { saying: ComparableText; i: number }>,
  found: ReadonlyMap<string, Likeness>,
): Likeness | undefined {
  const own = place.get(saying.id)!.i;
  return near
    .flatMap(({ of, similarity }) => {
      const other = place.get(of);
      return other && other.i < own && !found.has(of) && mayRepeat(saying, other.saying)
        ? [{ of, similarity, i: other.i }]
        : [];
    })
    .sort((a, b) => b.similarity - a.similarity || a.i - b.i)
    .map(({ of, similarity }) => ({ of, similarity }))[0];
}

const mayRepeat = (a: ComparableText, b: ComparableText): boolean =>
  a.scope === b.scope && a.scopeOf === b.scopeOf && a.polarity * b.polarity >= 0 && !areOfTwoKeys(a, b);

/** What has keys of its own is of two matters, however near the words: all tests and those of CI. */
export const areOfTwoKeys = (a: Pick<ComparableText, 'key'>, b: Pick<ComparableText, 'key'>): boolean =>
  a.key !== null && b.key !== null && a.key !== b.key;

/** Looks at every pair, which is quick for a few. */
export function pairwise(sayings: readonly ComparableText[]): NearTexts {
  const measured = new Map(sayings.map((saying) => [saying.id, measure(saying)]));
  return (id) => {
    const one = measured.get(id)!;
    return [...measured.values()].flatMap((other) => {
      if (other === one) return [];
      const similarity = cosineAbove(SAME, other, one);
      return similarity > SAME ? [{ of: other.saying.id, similarity }] : [];
    });
  };
}

/** A saying, and how long its vector is from each part of it on. */
interface MeasuredText {
  saying: ComparableText;
  rests: Float64Array;
}

/** Parts in which vectors are compared: most pairs are told apart by the first two. */
const PARTS = 8;

function measure(saying: ComparableText): MeasuredText {
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

/** The likeness of two vectors of length one, or 0 as soon as it cannot be above `least` any more. */
function cosineAbove(least: number, one: MeasuredText, another: MeasuredText): number {
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
