import type { Evidence } from '../../model/memory.ts';
import type { KeptSighting } from '../../model/sighting.ts';

export function clipOneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  return `${line
    .slice(0, length - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

/** The first proofs and the newest of those that speak for a proposal. */
export function evidenceFrom(seen: readonly KeptSighting[]): Evidence[] {
  const shown = seen.length <= MAX_ITEMS ? seen : [...seen.slice(0, 2), ...seen.slice(2 - MAX_ITEMS)];
  return shown.map(({ proof, episode, events, quote, at }) => ({ proof, episode, events, quote, at }));
}

const MAX_ITEMS = 8;

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const listedInCode = (names: readonly string[]): string => listed(names.map((name) => `\`${name}\``));
