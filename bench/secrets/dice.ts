/** Chance that comes out the same for the same seed (mulberry32). */
export interface Dice {
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
  letters(alphabet: string, count: number): string;
}

export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const DIGITS = '0123456789';
export const HEX = '0123456789abcdef';
export const ALNUM = UPPER + LOWER + DIGITS;
export const BASE64 = `${ALNUM}+/`;
export const URLSAFE = `${ALNUM}-_`;
export const BASE32 = `${UPPER}234567`;

/** Makes dice that fall the same way for the same seed. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    letters: (alphabet, count) =>
      Array.from({ length: count }, () => alphabet[below(alphabet.length)]).join(''),
  };
}

/** A random UUID in the usual spelling. */
export function uuid(dice: Dice): string {
  return [8, 4, 4, 4, 12].map((count) => dice.letters(HEX, count)).join('-');
}
