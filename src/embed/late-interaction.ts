import type { TextNearness, TokenIds } from './encoder.ts';

/** How near a text is to a question: their vectors, and their tokens one by one. */
export interface Match {
  cosine: number;
  /** By the tokens of the text alone. */
  maxSim: number;
  /** By those of what stands before and next to it, too. */
  within: number;
}

/** How many of `texts` hold each of a question's tokens. */
export function holdingIn(question: TokenIds, texts: readonly TokenIds[]): number[] {
  const sets = texts.map((ids) => new Set(ids));
  return question.map((id) => sets.reduce((sum, set) => sum + Number(set.has(id)), 0));
}

/**
 * How much each of a question's tokens says about which of several texts is meant: its inverse document frequency, from
 * how many of them hold it. The marks at both ends say nothing.
 */
export const rarityOf = (holding: readonly number[], texts: number): Float64Array =>
  Float64Array.from(holding, (n, i) =>
    i === 0 || i === holding.length - 1 ? 0 : Math.log(1 + (texts - n + 0.5) / (n + 0.5)),
  );

/** The question's tokens' best matches in any of several texts. */
const bestOf = (matches: readonly [Float32Array, ...Float32Array[]]): Float32Array =>
  matches.reduce((best, each) => best.map((value, i) => Math.max(value, each[i]!)));

/** The question's tokens' best matches, averaged by how much each token says. */
export function maxSimOf(best: Float32Array, rarity: Float64Array): number {
  const whole = rarity.reduce((sum, weight) => sum + weight, 0);
  return whole === 0 ? 0 : best.reduce((sum, value, i) => sum + value * rarity[i]!, 0) / whole;
}

/** The match of each text that was read; `beside` are the places of those right next to it. */
export function tokenMatches(
  near: readonly (TextNearness | undefined)[],
  rarity: Float64Array,
  beside: readonly (readonly number[])[],
): (Match | undefined)[] {
  return near.map((its, i) => {
    if (!its) return undefined;
    const others = (beside[i] ?? []).flatMap((place) => near[place] ?? []);
    return {
      cosine: its.cosine,
      maxSim: maxSimOf(its.own, rarity),
      within: maxSimOf(bestOf([its.tokens, ...others.map((other) => other.tokens)]), rarity),
    };
  });
}
