import type { LogPiece } from '@sqrl/base/model/reader.ts';

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
