import type { TextNearness, TokenIds } from './encoder.ts';

/** How near a text is to a question: their vectors, and their tokens one by one. */
export interface Match {
  cosine: number;
  /** By the tokens of the text alone. */
  maxSim: number;
  /** By those of what stands before it, too. */
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

/** The question's tokens' best matches, averaged by how much each token says. */
export function maxSimOf(best: Float32Array, rarity: Float64Array): number {
  const whole = rarity.reduce((sum, weight) => sum + weight, 0);
  return whole === 0 ? 0 : best.reduce((sum, value, i) => sum + value * rarity[i]!, 0) / whole;
}

/** The match of each text. */
export const tokenMatches = (near: readonly TextNearness[], rarity: Float64Array): Match[] =>
  near.map(({ cosine, own, tokens }) => ({
    cosine,
    maxSim: maxSimOf(own, rarity),
    within: maxSimOf(tokens, rarity),
  }));
