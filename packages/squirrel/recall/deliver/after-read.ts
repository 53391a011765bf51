import { printedName } from '@sqrl/base/model/printed.ts';
import { type DeliveryCandidate, type DeliveryText, surestFirst } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** Lines about a file or a command that was touched. */
const MAX_LINES = 3;

/** What one had better know of a file before working on it. */
export const afterRead = (name: string, about: readonly DeliveryCandidate[], tokens: number): DeliveryText =>
  inFewLines(
    about.toSorted(surestFirst),
    { lines: MAX_LINES, each: MAX_GUARD_TOKENS, tokens },
    `About ${printedName(name)}:`,
  );

/** Traps, dead ends and errors that come back. */
export const WARNING: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);
