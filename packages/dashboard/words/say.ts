import { number } from './times.ts';

/** A number with its noun: `1 memory`, `1,024 memories`. */
export const counted = (n: number, one: string, other: string): string =>
  n === 1 ? `1 ${one}` : `${number(n)} ${other}`;
