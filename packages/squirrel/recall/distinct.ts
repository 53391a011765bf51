import type { Hit } from './find.ts';

/** Nearer than this, two answers say the same. */
const SAME = 0.88;

/** Leaves out what a better answer says already. `likeness` is the cosine of two memories, where both have a vector. */
export function distinct(
  hits: readonly Hit[],
  likeness: (a: Hit, b: Hit) => number,
): { kept: Hit[]; left: { hit: Hit; because: string }[] } {
  const kept: Hit[] = [];
  const left: { hit: Hit; because: string }[] = [];
  for (const hit of hits) {
    const twin = kept.find((other) => isOpposite(other, hit) === false && likeness(other, hit) > SAME);
    if (twin) left.push({ hit, because: `duplicate of ${twin.memory.id}` });
    else kept.push(hit);
  }
  return { kept, left };
}

/** A rule and its opposite are near each other in meaning, and must not hide one another. */
const isOpposite = (a: Hit, b: Hit): boolean => a.memory.polarity * b.memory.polarity < 0;
