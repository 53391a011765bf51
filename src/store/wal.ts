import { readFileSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isAtLeast } from './connect.ts';

/** The log that holds the newest changes until they are written into the file. */
export const walOf = (path: string): string => `${path}-wal`;

/** How long a file's log is. */
export const walSize = (path: string): number => statSync(walOf(path), { throwIfNoEntry: false })?.size ?? 0;

/** Whether a log seems to hold changes that SQLite cannot read; while others write, it may only seem so. */
export function looksTorn(db: DatabaseSync, path: string): boolean {
  const size = walSize(path);
  if (size <= HEADER) return false;
  // Before 3.51 SQLite does not know a checkpoint that merges nothing.
  if (!HAS_NOOP) return tornChanges(readFileSync(walOf(path))) > 0;
  const { log: read } = db.prepare('pragma wal_checkpoint(noop)').get() as { log: number };
  const { page_size: pageSize } = db.prepare('pragma page_size').get() as { page_size: number };
  const end = HEADER + read * (FRAME + pageSize);
  // The usual case: what SQLite has read is all there is.
  if (size <= end) return false;
  const log = readFileSync(walOf(path));
  // The next usual case, told without adding up checksums: the rest is from before the log was begun anew.
  return (!isHeaderWhole(log) || completedChanges(log, end, pageSize) > 0) && tornChanges(log) > 0;
}

/**
 * Counts the changes that stand in a log behind a damaged spot. SQLite reads a log up to the first frame whose
 * checksum is wrong and takes the rest for the unfinished work of a crash, which it is when no change was completed
 * there. Infinity where the log's own header is broken: then nothing of it is read and nothing can be counted.
 */
export function tornChanges(log: Buffer): number {
  if (log.length <= HEADER) return 0;
  if (!isHeaderWhole(log)) return Number.POSITIVE_INFINITY;
  const pageSize = log.readUInt32BE(8);
  const sum = sumOf(log);
  let at = HEADER;
  for (; at + FRAME + pageSize <= log.length; at += FRAME + pageSize) {
    sum.add(at, 8);
    sum.add(at + FRAME, pageSize);
    if (!isCurrent(log, at) || !sum.equals(at + 16)) break;
  }
  return completedChanges(log, at, pageSize);
}

/** How many frames from a place on complete a change. */
function completedChanges(log: Buffer, from: number, pageSize: number): number {
  let changes = 0;
  for (let at = from; at + FRAME + pageSize <= log.length; at += FRAME + pageSize)
    if (isCurrent(log, at) && log.readUInt32BE(at + 4) !== 0) changes++;
  return changes;
}

/** Whether a frame belongs to the log's present life: each time it is begun anew, its header gets new salt. */
const isCurrent = (log: Buffer, at: number): boolean => log.compare(log, 16, 24, at + 8, at + 16) === 0;

const isHeaderWhole = (log: Buffer): boolean =>
  (log.readUInt32BE(0) === MAGIC_BIG || log.readUInt32BE(0) === MAGIC_LITTLE) && sumOf(log).equals(24);

/** The checksum of a log's header, from which those of its frames go on. */
function sumOf(log: Buffer): WalChecksum {
  const sum = new WalChecksum(log, log.readUInt32BE(0) === MAGIC_BIG);
  sum.add(0, 24);
  return sum;
}

const HAS_NOOP = isAtLeast(process.versions.sqlite!, [3, 51, 0]);
const HEADER = 32;
const FRAME = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/** The running checksum of a log, as its format defines it. */
class WalChecksum {
  #a = 0;
  #b = 0;
  readonly #log: Buffer;
  readonly #big: boolean;

  constructor(log: Buffer, big: boolean) {
    this.#log = log;
    this.#big = big;
  }

  add(from: number, length: number): void {
    for (let at = from; at < from + length; at += 8) {
      this.#a = (this.#a + this.#word(at) + this.#b) >>> 0;
      this.#b = (this.#b + this.#word(at + 4) + this.#a) >>> 0;
    }
  }

  equals(at: number): boolean {
    return this.#a === this.#log.readUInt32BE(at) && this.#b === this.#log.readUInt32BE(at + 4);
  }

  #word(at: number): number {
    return this.#big ? this.#log.readUInt32BE(at) : this.#log.readUInt32LE(at);
  }
}
