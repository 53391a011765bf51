/** Chance that can be had again: the same seed, the same choices. */
export interface Random {
  /** 0 up to 1. */
  next(): number;
  /** A whole number from `low` up to, and not including, `high`. */
  int(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** So many different ones, or all there are. */
  some<T>(from: readonly T[], many: number): T[];
  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  hex(digits: number): string;
}

/** Begins chance at a seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (from) => from[int(0, from.length)]!,
    some: (from, many) => {
      const left = [...from];
      return Array.from(
        { length: Math.min(many, left.length) },
        () => left.splice(int(0, left.length), 1)[0]!,
      );
    },
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      return entries.at(-1)![0];
    },
    hex: (digits) => Array.from({ length: digits }, () => int(0, 16).toString(16)).join(''),
  };
}
