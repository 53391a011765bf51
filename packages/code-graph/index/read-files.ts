import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readRegularFile } from '@sqrl/base/foreign-file.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import type { CodeReader } from '../parse/parse.ts';
import { addCodeFile, type CodeFile, openPaths, setCodeFileState, touchCodeFile } from '../tables/files.ts';
import { nextGeneration } from '../tables/state.ts';
import { keepReadings, type OpenIndex, type ReadFile } from './keep-readings.ts';
import { contentHash, type FileReading, readBytes } from './reading.ts';
import { MAX_FILE_BYTES, type ScannedFile } from './scan.ts';
import type { IndexReport, IndexRun } from './work.ts';

export interface Plan {
  read: ScannedFile[];
  gone: Map<string, CodeFile>;
}

/** Finds what is new, changed or gone, and has it wait in the store, so that it does not count as read. */
export function planOf(
  { store, catalog }: OpenIndex,
  files: readonly ScannedFile[],
  only?: readonly string[],
): Plan {
  const waiting = new Set(openPaths(store, 'waiting'));
  const read = files.filter(({ path, size, changedAt }) => {
    const known = catalog.files.get(path);
    return waiting.has(path) || !known || known.size !== size || known.changedAt !== changedAt;
  });
  const there = new Set(files.map(({ path }) => path));
  const isMeant = (path: string): boolean =>
    !only || only.some((one) => path === one || path.startsWith(`${one}/`));
  const gone = new Map([...catalog.files].filter(([path]) => isMeant(path) && !there.has(path)));
  if (read.length + gone.size > 0)
    store.transaction(() => {
      nextGeneration(store);
      for (const { path } of read) {
        const known = catalog.files.get(path);
        if (known) setCodeFileState(store, known.id, 'waiting');
        else catalog.set(addCodeFile(store, path));
      }
      for (const { id } of gone.values()) setCodeFileState(store, id, 'waiting');
    });
  return { read, gone };
}

/** So many files are kept at once: that much is lost where the work is ended. */
const BATCH_FILES = 100;

/** Reads the files of a plan and keeps them batch by batch. */
export async function readFiles(
  index: OpenIndex,
  reader: CodeReader,
  { plan, root, result, onProgress, stopped }: IndexRun & { plan: Plan; root: string },
): Promise<void> {
  const { catalog } = index;
  let batch: ReadFile[] = [];
  const keep = () => {
    if (batch.length > 0) keepReadings(index, batch, plan.gone.values());
    batch = [];
  };
  for (const [i, file] of plan.read.entries()) {
    if (i % 8 === 0) await setImmediate();
    onProgress?.(i, plan.read.length, 'reading files');
    if (stopped()) {
      result.stopped = true;
      break;
    }
    const known = catalog.files.get(file.path)!;
    const bytes = bytesOf(join(root, file.path));
    if (bytes === undefined) plan.gone.set(file.path, known);
    else if (known.hash !== null && known.hash === contentHash(bytes)) touch(index, { ...known, ...file });
    else {
      batch.push({
        ...readSafely(reader, file.path, bytes, result),
        size: file.size,
        changedAt: file.changedAt,
      });
      result[known.size === -1 ? 'added' : 'changed']++;
    }
    if (batch.length >= BATCH_FILES) keep();
    // What is left needs a parser, and so another thread.
    if (reader.broken) {
      result.stopped = true;
      break;
    }
  }
  keep();
  if (!result.stopped) onProgress?.(plan.read.length, plan.read.length, 'reading files');
}

/** One file that a reader cannot cope with must not cost the others. */
function readSafely(
  reader: CodeReader,
  path: string,
  bytes: Uint8Array,
  { troubles }: IndexReport,
): FileReading {
  try {
    return readBytes(reader, path, bytes);
  } catch (error) {
    troubles.push({ path, because: messageOf(error) });
    return { path, hash: contentHash(bytes), facts: undefined, chunks: [], shapes: [] };
  }
}

/** A file of the same content: another may have changed what its links lead to while it waited. */
function touch({ store, catalog }: OpenIndex, file: CodeFile): void {
  const touched = { ...file, state: file.language ? ('read' as const) : ('linked' as const) };
  touchCodeFile(store, touched);
  catalog.set(touched);
}

/** The bytes of a file; undefined where it is gone, none where it is not ours to read. */
function bytesOf(path: string): Uint8Array | undefined {
  const file = readRegularFile(path, { maxBytes: MAX_FILE_BYTES, what: 'a source file' });
  if ('gone' in file) return undefined;
  return 'bytes' in file ? file.bytes : new Uint8Array();
}
