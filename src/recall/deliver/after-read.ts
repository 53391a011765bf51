import { printedName } from '../../model/printed.ts';
import { type DeliveryCandidate, type DeliveryText, SILENCE, surestFirst } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** Lines about a file that was read. */
const MAX_LINES = 3;

/** What one had better know of a file before working on it: traps, dead ends and errors that come back. */
export function afterRead(file: string, about: readonly DeliveryCandidate[], tokens: number): DeliveryText {
  const items = about.filter(({ memory }) => WARNING.has(memory.type)).toSorted(surestFirst);
  if (items.length === 0) return SILENCE;
  return inFewLines(
    items,
    { lines: MAX_LINES, each: MAX_GUARD_TOKENS, tokens },
    `About ${printedName(file)}:`,
  );
}

export const WARNING: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);
