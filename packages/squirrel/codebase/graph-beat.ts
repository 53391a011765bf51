import type { CurrentFile } from '@sqrl/code-graph/reader.ts';

/** What a thread that reads code shows of itself while it cannot speak: which file it is at. */
export interface ReaderHeartbeat {
  /** Another number for each file. */
  serial: number;
  file: CurrentFile;
}

/** The memory that two threads need for this. */
export const newBeat = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD + MAX_PATH_CHARS);

/** Shows which file is being read; undefined for none. */
export function showReading(beat: SharedArrayBuffer, file: CurrentFile | undefined): void {
  const head = new Int32Array(beat, 0, HEAD / 4);
  Atomics.store(head, BYTES, 0);
  if (!file) return;
  // What is shared between threads is no place for an encoder to write to.
  const path = Buffer.from(file.path).subarray(0, MAX_PATH_CHARS);
  new Uint8Array(beat, HEAD).set(path);
  Atomics.store(head, LENGTH, file.length);
  Atomics.add(head, SERIAL, 1);
  Atomics.store(head, BYTES, path.length);
}

/** Which file is being read; undefined for none. */
export function seenReading(beat: SharedArrayBuffer): ReaderHeartbeat | undefined {
  const head = new Int32Array(beat, 0, HEAD / 4);
  const bytes = Atomics.load(head, BYTES);
  if (bytes === 0) return undefined;
  const path = Buffer.from(new Uint8Array(beat, HEAD, bytes)).toString();
  return { serial: Atomics.load(head, SERIAL), file: { path, length: Atomics.load(head, LENGTH) } };
}

const [SERIAL, LENGTH, BYTES, HEAD] = [0, 1, 2, 12];

/** No system has longer ones. */
const MAX_PATH_CHARS = 16_384;
