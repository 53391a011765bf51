import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { lineRange } from '../reading/record.ts';

// These look into `toolUseResult` as bytes, since it often holds whole files. A key with its bare quotes cannot stand
// inside a string, where each quote has a backslash before it.

const PATCH = Buffer.from('"structuredPatch":[');
const HUNK = Buffer.from('"newStart":');
const LINES = Buffer.from('"numLines":');
const MAX_EDITS = 32;

/** The lines that were read, as the client tells after the content of the file. */
export function linesRead(raw: Buffer): RawTouch['lines'] {
  const at = raw.lastIndexOf(LINES);
  const [, lines, start] = /^"numLines":(\d{1,9}),"startLine":(\d{1,9})/.exec(near(raw, at)) ?? [];
  return lines === undefined ? null : lineRange(Number(start), Number(lines));
}

/** The lines that each hunk of an edit left behind. */
export function editedLines(raw: Buffer): [from: number, to: number][] {
  const found: [from: number, to: number][] = [];
  // From the end: a copy of the whole file stands before it.
  let at = raw.lastIndexOf(PATCH);
  if (at < 0) return found;
  while (found.length < MAX_EDITS) {
    at = raw.indexOf(HUNK, at);
    if (at < 0) break;
    const [, start, lines] = /^"newStart":(\d{1,9}),"newLines":(\d{1,9})/.exec(near(raw, at)) ?? [];
    const range = lineRange(Number(start), Number(lines));
    if (range !== null) found.push(range);
    at += 1;
  }
  return found;
}

/** Tells whether a key of the result says true. */
export const hasFlag = (raw: Buffer, key: string): boolean => raw.includes(`"${key}":true`);

/** How long the tool took, where the client tells. */
export function durationMs(raw: Buffer): number | null {
  for (const [key, factor] of DURATIONS) {
    const at = raw.lastIndexOf(key);
    if (at < 0) continue;
    const told = /^"\w+":(\d{1,12}(?:\.\d+)?)[,}]/.exec(near(raw, at))?.[1];
    if (told !== undefined) return Math.round(Number(told) * factor);
  }
  return null;
}

const DURATIONS: readonly (readonly [string, number])[] = [
  ['"totalDurationMs":', 1],
  ['"durationMs":', 1],
  ['"durationSeconds":', 1000],
];

const near = (raw: Buffer, at: number): string => (at < 0 ? '' : raw.toString('latin1', at, at + 80));
