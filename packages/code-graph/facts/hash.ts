import { hash } from 'node:crypto';

/** Tells a symbol's text apart from any other; space at the ends of lines does not count. */
export const codeHashOf = (text: string): string =>
  short(SPACE_BEFORE_END.test(text) ? withoutSpaceAtEnds(text) : text);

/** The same for a part of a file that is tidy: only the part itself may end with space. */
export const hashOfTidy = (text: string): string =>
  isSpace(text.charCodeAt(text.length - 1)) ? codeHashOf(text) : short(text);

/** Whether no line of a file ends with space, by where its lines begin: asked once, not for each symbol in it. */
export function isTidy(source: string, lines: readonly number[]): boolean {
  for (let i = 1; i < lines.length; i++) if (isSpace(source.charCodeAt(lines[i]! - 2))) return false;
  return true;
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13;

const SPACE_BEFORE_END = /[ \t\r](?:\n|$)/;

// Not by one replacement: that takes the square of the time where a line holds a long stretch of space.
const withoutSpaceAtEnds = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** Tells apart what other files can see of a file. */
export const surfaceOf = (visible: unknown): string => short(JSON.stringify(visible));

const short = (text: string): string => hash('sha256', text, 'hex').slice(0, 24);
