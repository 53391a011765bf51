import { isStringOneByteRepresentation } from 'node:v8';

/**
 * The same text with a byte for each letter, where a byte is enough. What is cut from a text with one arrow in it keeps
 * two for each, and a pattern that meets such a piece is compiled a second time.
 */
export const narrowed = (text: string): string =>
  isStringOneByteRepresentation(text) || WIDE.test(text)
    ? text
    : Buffer.from(text, 'latin1').toString('latin1');

const WIDE = /[^\0-\xff]/;
