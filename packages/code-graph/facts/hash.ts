import { hash } from 'node:crypto';

/** Tells a symbol's text apart from any other; space at the ends of lines does not count. */
export const codeHashOf = (text: string): string =>
  short(SPACE_BEFORE_END.test(text) ? withoutSpaceAtEnds(text) : text);

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

/** A number of 48 bits, above 0, that stands for a text; two may share one. */
export const numberOf = (text: string): number => 1 + hash('sha256', text, 'buffer').readUIntBE(0, 6);
