import { redactSync } from './redact.ts';
import { signTest } from './signs.ts';

// A text is redacted whole before it is cut. Where a whole text is too much to look through, a part is taken first that
// is larger than what is kept, redacted, and only then cut: a secret that is cut in two may not be recognized.

/** Characters beyond the kept part that are looked at, and dropped after redaction. */
const MARGIN_CHARS = 400;

/** The beginning of a text, redacted, with at most `most` characters of it kept; a second call changes nothing. */
export function redactedStart(text: string, most: number): string {
  if (text.length <= most) return redactSync(text).text;
  const safe = redactSync(roughStart(text, most)).text;
  return `${keptStart(safe, most - 1)}…`;
}

/** Of the redacted beginning of a longer text, the part that may be kept. */
export const keptStart = (safe: string, most: number): string =>
  safe.slice(0, Math.max(0, Math.min(most, safe.length - MARGIN_CHARS))).toWellFormed();

/** Of the redacted end of a longer text, the part that may be kept. */
export const keptEnd = (safe: string, most: number): string =>
  safe.slice(Math.max(MARGIN_CHARS, safe.length - most)).toWellFormed();

/** As much of the beginning of a text as must be redacted to keep `most` characters of it. Secrets are still in it. */
export function roughStart(text: string, most: number): string {
  const end = most + MARGIN_CHARS;
  return text.length <= end ? text : text.slice(0, lineEnd(text, end));
}

/** As much of the end of a text as must be redacted to keep `most` characters of it. Secrets are still in it. */
export function roughEnd(text: string, most: number): string {
  const start = text.length - most - MARGIN_CHARS;
  return start <= 0 ? text : text.slice(blockStart(text, lineStart(text, start)));
}

/** Nearly all secrets stand on one line with the name that tells what they are. */
const MAX_LINE_CHARS = 4096;

/** Longer than any key in use. */
const MAX_SECRET_CHARS = 20_000;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end >= 0 && end - at <= MAX_LINE_CHARS) return end;
  if (end < 0 && text.length - at <= MAX_LINE_CHARS) return text.length;
  // A line without end: no further than the run of letters that stands there, and before it where that has no end either.
  let from = at;
  while (from < text.length && from - at < MAX_SECRET_CHARS && isOfSecret(text.charCodeAt(from))) from++;
  if (from < text.length && isOfSecret(text.charCodeAt(from))) {
    from = at;
    while (from > 0 && isOfSecret(text.charCodeAt(from - 1))) from--;
  }
  return from;
}

function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  if (at - start <= MAX_LINE_CHARS) return start;
  let from = at;
  while (from > 0 && at - from < MAX_SECRET_CHARS && isOfSecret(text.charCodeAt(from - 1))) from--;
  if (from > 0 && isOfSecret(text.charCodeAt(from - 1))) {
    from = at;
    while (from < text.length && isOfSecret(text.charCodeAt(from))) from++;
    return from;
  }
  return Math.max(start, from - MARGIN_CHARS);
}

/** Letters, digits and + / = _ . ~ % - \: what encoded secrets of any length are made of. */
const isOfSecret = signTest(/[\w+/=.~%\\-]/);

/** Blocks of many lines of which only the first says what the others are. */
const BLOCKS: [first: string, last: string][] = [
  ['-----BEGIN', '-----END'],
  ['PuTTY-User-Key-File', 'Private-MAC'],
  ['INSERT INTO', ';\n'],
  ['COPY ', '\\.\n'],
];

/** Where the block begins that is still open at a place; the place itself where none is. */
function blockStart(text: string, at: number): number {
  const earliest = Math.max(0, at - MAX_SECRET_CHARS);
  const before = text.slice(earliest, at);
  let start = at;
  for (const [first, last] of BLOCKS) {
    // To look forward is much quicker, and mostly there is none.
    if (!before.includes(first)) continue;
    const begin = before.lastIndexOf(first);
    if (!before.includes(last, begin)) start = Math.min(start, earliest + begin);
  }
  return start;
}
