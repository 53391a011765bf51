import type { Evidence } from '../../../model/memory.ts';
import type { KeptSighting } from '../../../model/sighting.ts';

/** Shortens a text to one line of limited length. */
export function clipOneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length
    ? line
    : `${line
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

/** Names in a row: `a`, `b` and `c`. */
export function listedInCode(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
