import type { LogPiece } from '@sqrl/base/model/reader.ts';

export type LogLineSlice =
  /** Valid until the next chunk is pushed. */
  | { line: Uint8Array; offset: number }
  /** A line too long to be held; its bytes are gone by. */
  | { tooLong: number; offset: number };

export interface LineCutter {
  push(chunk: Uint8Array, found: (each: LogLineSlice) => void): void;
  /** Where the line begins that has no end yet. */
  readonly waitingFrom: number;
  /** Where the next chunk must begin. */
  readonly next: number;
  /** What there is of the line without an end; nothing where it is too long. */
  readonly rest: Uint8Array;
}

/** No line of a client is longer by far; a longer one is stepped over without holding it. */
const MAX_LINE_BYTES = 32 * 2 ** 20;

/** Begins to cut at `from`; `seen` is where to go on within a line that has proved too long. */
export function cutLogLines(from: number, { longest = MAX_LINE_BYTES, seen = from } = {}): LineCutter {
  let start = from;
  let next = Math.max(seen, from);
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let tooLong = next > from;

  const take = (end: Uint8Array): Uint8Array => {
    const line = heldBytes === 0 ? end : Buffer.concat([...held, end]);
    held = [];
    heldBytes = 0;
    return line;
  };

  return {
    push(chunk, found) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let at = 0;
      for (;;) {
        const end = bytes.indexOf(10, at);
        if (end < 0) break;
        const size = next + end - start;
        if (tooLong || size > longest) {
          held = [];
          heldBytes = 0;
          found({ tooLong: size, offset: start });
        } else if (size > 0) found({ line: take(bytes.subarray(at, end)), offset: start });
        tooLong = false;
        at = end + 1;
        start = next + at;
      }
      next += bytes.length;
      const left = bytes.length - at;
      if (left > 0 && !tooLong) {
        if (heldBytes + left > longest) {
          tooLong = true;
          held = [];
          heldBytes = 0;
        } else {
          // The chunk's memory is used again for the next one.
          held.push(Uint8Array.prototype.slice.call(bytes, at));
          heldBytes += left;
        }
      }
    },
    get waitingFrom() {
      return start;
    },
    get next() {
      return next;
    },
    get rest() {
      return held.length === 1 ? held[0]! : Buffer.concat(held);
    },
  };
}

/**
 * The records of a line: mostly one. Two writers at once, or one that was stopped before its newline, leave several in one line, and
 * a reader would take them for none.
 */
export function recordsIn({ bytes, offset }: LogPiece): LogPiece[] {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A text may end with these characters too; what follows tells.
  if (!line.includes('}{"')) return [{ bytes, offset }];
  const records: LogPiece[] = [];
  let start = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0 && line[at + 1] === OPEN) {
      records.push({ bytes: bytes.subarray(start, at + 1), offset: offset + start });
      start = at + 1;
    }
  }
  return [...records, { bytes: bytes.subarray(start), offset: offset + start }];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
