import { printedName } from '../../model/printed.ts';
import { surestFirst } from './before-step.ts';
import { inFewLines, SHORT } from './line.ts';
import { type Saying, SILENCE, type Tellable } from './telling.ts';

/** So many lines about a file that was read, at the most. */
const MOST = 3;

/** What one had better know of a file before working on it: traps, dead ends and errors that come back. */
export function afterRead(file: string, about: readonly Tellable[], tokens: number): Saying {
  const items = about.filter(({ memory }) => WARNING.has(memory.type)).toSorted(surestFirst);
  if (items.length === 0) return SILENCE;
  return inFewLines(items, { lines: MOST, each: SHORT, tokens }, `About ${printedName(file)}:`);
}

export const WARNING: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);
