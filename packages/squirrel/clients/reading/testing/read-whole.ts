import { readFileSync } from 'node:fs';
import type { Log, LogPiece, OpenLog, PieceResult, RawEvent, Reader } from '@sqrl/base/model/reader.ts';

/** The pieces of a log, as they are handed to its reader. */
export function logPieces(reader: Reader, log: Log): LogPiece[] {
  if (log.form === 'database') return [...reader.changes!(log)];
  const bytes = readFileSync(log.path);
  return log.form === 'lines' ? rawLines(bytes) : [{ bytes, offset: 0 }];
}

/** The whole lines in bytes; what comes after the last line end still waits to be written. */
export function rawLines(bytes: Uint8Array, from = 0): LogPiece[] {
  const lines: LogPiece[] = [];
  for (let start = from; ; ) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0) return lines;
    if (end > start) lines.push({ bytes: bytes.subarray(start, end), offset: start });
    start = end + 1;
  }
}

/** Hands pieces to a reading, one after the other. */
export const takeAll = (reading: OpenLog, pieces: readonly LogPiece[]): PieceResult[] =>
  pieces.flatMap((piece) => reading.take(piece));

/** What pieces say, in order. */
export const readEvents = (taken: readonly PieceResult[]): RawEvent[] =>
  taken.flatMap(({ events }) => [...events]);

/** A state as it comes back from the disk. */
export const kept = (state: unknown): unknown => JSON.parse(JSON.stringify(state) ?? 'null');
