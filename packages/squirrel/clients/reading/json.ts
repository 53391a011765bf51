import { isRecord } from './record.ts';

/**
 * Reads the JSON in a line or a document; undefined where there is none. Bytes that are no UTF-8 become question marks,
 * leading NULs (left by a client that crashed while writing) and a byte order mark are passed over, and an escape that
 * JSON does not know, such as `\x` or a backslash before a blank, is taken for the backslash it was meant to be.
 */
export const parseJson = (bytes: Uint8Array): unknown => parseText(decodeRecord(bytes));

/** Reads JSON that is text already, with the same patience. */
export function parseText(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return parseRepaired(source);
  }
}

/** Reads a column of a database that holds JSON as text or bytes, or a record; undefined where it holds none. */
export function parseColumn(value: unknown): unknown {
  if (value instanceof Uint8Array) return parseJson(value);
  if (typeof value !== 'string') return isRecord(value) ? value : undefined;
  try {
    return JSON.parse(value);
  } catch {
    return parseJson(Buffer.from(value));
  }
}

/** A value that some versions of a client hand over as JSON text. */
export const parseIfText = (value: unknown): unknown =>
  typeof value === 'string' ? parseText(value) : value;

/** Bytes up to an end as text, without what may stand before the first character of a record. */
export function decodeRecord(bytes: Uint8Array, end = bytes.length): string {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start++;
  if (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3;
  return asBuffer(bytes).toString('utf8', start, end);
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads JSON that is wrong only in its escapes or its control characters; undefined where it is wrong elsewhere. */
function parseRepaired(source: string): unknown {
  try {
    const repaired = source
      .replace(WRONG_ESCAPE, '\\\\')
      // A control character may stand inside a string, where it is forbidden, or between values, where a blank will do too.
      .replace(/[\x00-\x1f]/g, ' ');
    return repaired === source ? undefined : JSON.parse(repaired);
  } catch {
    return undefined;
  }
}

/** A backslash that begins an escape, for those before it are pairs, and one that JSON does not know. */
const WRONG_ESCAPE = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})(?<=(?<!\\)(?:\\\\)*\\)/g;

const HEAD_BYTES = 400;
const BRACE = 0x7d;

/** The first bytes of a record as text, to tell what it is without reading it. Exact for ASCII only. */
export const recordHead = (bytes: Uint8Array): string =>
  asBuffer(bytes).toString('latin1', 0, Math.min(bytes.length, HEAD_BYTES));

/** Tells whether a line ends as a record does; one that was cut short does not. */
export const isWholeRecord = (bytes: Uint8Array): boolean => bytes[bytes.length - 1] === BRACE;
