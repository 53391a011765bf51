import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A line of a log as it stands there, secrets and all; of a very long one the beginning. */
export interface LogLine {
  number: number | null;
  offset: number;
  text: string;
  cut: boolean;
  here: boolean;
}

/** How much of a line is read; a tool's output may have megabytes. */
const MAX_LINE_BYTES = 256 << 10;
/** Logs are searched for line ends in chunks of this size. */
const CHUNK_BYTES = 1 << 20;
/** Lines of longer logs are not counted. */
const MAX_COUNTED_BYTES = 64 << 20;

/** The lines around a record of a log; null, and why, if the file has changed since. */
export function linesAround(
  { log, offset, bytes }: { log: string; offset: number; bytes: number },
  around: number,
): { lines: LogLine[] | null; because: string | null } {
  let file: number | undefined;
  try {
    // A log is a plain file. What became a link, a pipe or a device since is none.
    file = openSync(log, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile()) return none('The log is no longer a regular file.');
    if (stat.size < offset + Math.min(bytes, 1)) return none('The log is shorter than when it was read.');
    return { lines: read(file, { offset, bytes, size: stat.size }, around), because: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return none(
      code === 'ENOENT'
        ? 'The log no longer exists.'
        : code === 'ELOOP'
          ? 'The log is now a symbolic link; links are not followed.'
          : `The log cannot be read (${code}).`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const none = (because: string) => ({ lines: null, because });

function read(
  file: number,
  { offset, bytes, size }: { offset: number; bytes: number; size: number },
  around: number,
): LogLine[] {
  const before = starts(file, offset, around);
  const first = before[0] ?? offset;
  const number = numberAt(file, first);
  const lines: LogLine[] = [];
  let at = first;
  for (let after = 0; at < size && after <= around; ) {
    const end = endOf(file, at, size);
    const here = at < offset + Math.max(1, bytes) && end > offset;
    if (at >= offset + Math.max(1, bytes)) after++;
    if (after > around) break;
    lines.push({
      number: number === null ? null : number + lines.length,
      offset: at,
      ...textOf(file, at, end),
      here,
    });
    at = end + 1;
  }
  return lines;
}

/** Where the line of a byte begins, and a number of lines before it, in order. */
function starts(file: number, offset: number, lines: number): number[] {
  const from = Math.max(0, offset - CHUNK_BYTES);
  const chunk = bytesAt(file, from, offset - from);
  const found: number[] = [];
  for (let end = chunk.length; found.length <= lines; ) {
    const newline = end > 0 ? chunk.lastIndexOf(NEWLINE, end - 1) : -1;
    if (newline < 0) {
      // Where no line begins within reach, what is shown begins with the record itself.
      if (from === 0) found.unshift(0);
      else if (found.length === 0) found.unshift(offset);
      break;
    }
    found.unshift(from + newline + 1);
    end = newline;
  }
  return found;
}

/** Where the line that begins at a byte ends; a line that is too long for that is taken to end within reach. */
function endOf(file: number, at: number, size: number): number {
  for (let from = at; from < size; from += CHUNK_BYTES) {
    const newline = bytesAt(file, from, Math.min(CHUNK_BYTES, size - from)).indexOf(NEWLINE);
    if (newline >= 0) return from + newline;
  }
  return size;
}

function textOf(file: number, from: number, end: number): { text: string; cut: boolean } {
  return {
    text: bytesAt(file, from, Math.min(end - from, MAX_LINE_BYTES)).toString('utf8'),
    cut: end - from > MAX_LINE_BYTES,
  };
}

/** The number of the line that begins at a byte. */
function numberAt(file: number, offset: number): number | null {
  if (offset > MAX_COUNTED_BYTES) return null;
  let number = 1;
  for (let from = 0; from < offset; from += CHUNK_BYTES) {
    const chunk = bytesAt(file, from, Math.min(CHUNK_BYTES, offset - from));
    for (let i = chunk.indexOf(NEWLINE); i >= 0; i = chunk.indexOf(NEWLINE, i + 1)) number++;
  }
  return number;
}

function bytesAt(file: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, length));
  let got = 0;
  while (got < buffer.length) {
    const n = readSync(file, buffer, got, buffer.length - got, from + got);
    if (n === 0) break;
    got += n;
  }
  return buffer.subarray(0, got);
}

const NEWLINE = 10;
