import { zstdDecompressSync } from 'node:zlib';
import { asBuffer } from '../reading/json.ts';

// Codex packs rollouts that lay idle for a week. Text packs about tenfold, so this is a rollout of some 25 MB on disk.
const MAX_BYTES = 256 * 2 ** 20;
const MAGIC = 0xfd2fb528;

/** Tells whether bytes are a packed rollout. */
export const isPacked = (bytes: Uint8Array): boolean =>
  bytes.byteLength > 4 && asBuffer(bytes).readUInt32LE(0) === MAGIC;

/** Unpacks a rollout into lines with their places in the unpacked text; undefined where it is damaged or too big. */
export function unpackLines(bytes: Uint8Array): { bytes: Uint8Array; offset: number }[] | undefined {
  try {
    return linesOf(zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }));
  } catch {
    return undefined;
  }
}

function linesOf(whole: Buffer): { bytes: Uint8Array; offset: number }[] {
  const lines: { bytes: Uint8Array; offset: number }[] = [];
  for (let start = 0; start < whole.length; ) {
    const newline = whole.indexOf(10, start);
    const end = newline < 0 ? whole.length : newline;
    if (end > start) lines.push({ bytes: whole.subarray(start, end), offset: start });
    start = end + 1;
  }
  return lines;
}
