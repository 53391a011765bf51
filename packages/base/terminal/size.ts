import { grouped } from '../text/digits.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Writes a number of bytes as people say it: 512 bytes, 1.5 kB, 12 MB. */
export function formatBytes(count: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1);
  const value = count / 1000 ** power;
  return `${power > 0 && value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${UNITS[power]}`;
}

/** Counts a noun: "1 memory", "12 memories". */
export const countNoun = (number: number, one: string, many = `${one}s`): string =>
  `${grouped(number)} ${number === 1 ? one : many}`;

export const memoryCount = (number: number): string => countNoun(number, 'memory', 'memories');
