import { hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** What tells whether a file is the one that was read before, and whether it has grown. */
export interface LogStamp {
  inode: number;
  size: number;
  changedAt: number;
}

const CHUNK = 2 ** 20;

/** The bytes of a file from an offset on, chunk by chunk; each is valid until the next. A `.gz` is inflated. */
export async function* bytesFrom(path: string, offset: number): AsyncGenerator<Uint8Array> {
  if (path.endsWith('.gz')) return yield* inflated(path, offset);
  const fd = openSync(path, 'r');
  const chunk = spare ?? Buffer.allocUnsafeSlow(CHUNK);
  spare = undefined;
  try {
    for (let at = offset; ; ) {
      const count = readSync(fd, chunk, 0, CHUNK, at);
      if (count === 0) return;
      at += count;
      yield chunk.subarray(0, count);
    }
  } finally {
    spare = chunk;
    closeSync(fd);
  }
}

/** Most logs are small: to ask the system for new memory costs more than to read one of those. */
let spare: Buffer | undefined;

async function* inflated(path: string, offset: number): AsyncGenerator<Uint8Array> {
  let skip = offset;
  const source = createReadStream(path);
  const stream = source.pipe(createGunzip({ chunkSize: CHUNK / 4 }));
  source.on('error', (error) => stream.destroy(error));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (skip < chunk.length) yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}

/** How a file is now; undefined where there is none to be seen. A database's newest rows lie in a log next to it. */
export function logStampOf(path: string): LogStamp | undefined {
  const file = statsOf(path);
  // What changed in a folder is not written on it.
  if (!file?.isFile())
    return file?.isDirectory() ? { inode: file.ino, size: 0, changedAt: UNKNOWN } : undefined;
  const beside = statsOf(`${path}-wal`);
  return {
    inode: file.ino,
    size: file.size + (beside?.size ?? 0),
    changedAt: Math.trunc(Math.max(file.mtimeMs, beside?.mtimeMs ?? 0)),
  };
}

/** What the system tells of a path; undefined where nothing is, or where it may not be looked at. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** When something changed, if that is unknown: it is checked each time. */
export const UNKNOWN = 0;

/** First bytes that tell one log from another. */
const HEAD_BYTES = 1024;

/** A hash of a file's first bytes, of as many as were there when it was first read. */
export function headHash(bytes: Uint8Array, length = HEAD_BYTES): string {
  const head = bytes.subarray(0, length);
  return `${head.length}:${hash('sha256', head).slice(0, 32)}`;
}

/** Whether a file still begins as it did. One that cannot be looked into is taken for the same; its reader reports the error. */
export function beginsAs(path: string, head: string): boolean {
  const length = Number.parseInt(head, 10);
  try {
    const fd = openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(length);
      return headHash(bytes.subarray(0, readSync(fd, bytes, 0, length, 0)), length) === head;
    } finally {
      closeSync(fd);
    }
  } catch {
    return true;
  }
}
