import type { Ids } from './encoder.ts';

/**
 * How much each of a question's tokens says about which of `texts` is meant: its inverse document frequency.
 * The marks at both ends say nothing.
 */
export function rarityIn(question: Ids, texts: readonly Ids[]): Float64Array {
  const sets = texts.map((ids) => new Set(ids));
  return Float64Array.from(question, (id, i) => {
    if (i === 0 || i === question.length - 1) return 0;
    const holding = sets.reduce((sum, set) => sum + Number(set.has(id)), 0);
    return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  });
}

/** The question's tokens' best matches in any of several texts. */
export const bestOf = (matches: readonly [Float32Array, ...Float32Array[]]): Float32Array =>
  matches.reduce((best, each) => best.map((value, i) => Math.max(value, each[i]!)));

/** The question's tokens' best matches, averaged by how much each token says. */
export function maxSimOf(best: Float32Array, rarity: Float64Array): number {
  const whole = rarity.reduce((sum, weight) => sum + weight, 0);
  return whole === 0 ? 0 : best.reduce((sum, value, i) => sum + value * rarity[i]!, 0) / whole;
}
