import { asBuffer } from './json.ts';

const HEAD_BYTES = 400;
const BRACE = 0x7d;

/** The first bytes of a record as text, to tell what it is without reading it. Exact for ASCII only. */
export const recordHead = (bytes: Uint8Array): string =>
  asBuffer(bytes).toString('latin1', 0, Math.min(bytes.length, HEAD_BYTES));

/** Tells whether a line ends as a record does; one that was cut short does not. */
export const isWholeRecord = (bytes: Uint8Array): boolean => bytes[bytes.length - 1] === BRACE;
