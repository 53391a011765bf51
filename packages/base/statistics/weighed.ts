/** The probability that log odds at the start, and the weights of signs, come to. */
export const weighed = <E extends Record<string, number>>(start: number, weights: E, signs: E): number =>
  1 /
  (1 + Math.exp(-Object.keys(weights).reduce((odds, name) => odds + weights[name]! * signs[name]!, start)));
