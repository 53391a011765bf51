import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long to wait for a process that creates, migrates, copies or repairs the same file. */
const PATIENCE_MS = 60_000;

/** Runs work that only one process may do to a file at a time; the lock ends with the process, however it ends. */
export function withLock<T>(path: string, work: () => T): T {
  // An empty database next to the file: its lock is the operating system's, so a kill leaves no stale one behind.
  const file = `${path}.lock`;
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const lock = new DatabaseSync(file, { timeout: PATIENCE_MS });
  try {
    lock.exec('begin exclusive');
    return work();
  } finally {
    lock.close();
  }
}

/** Takes a lock that one process may hold for as long as it likes; undefined where another one has it. */
export function holdLock(file: string): Disposable | undefined {
  // An empty database: its lock is the operating system's, so a kill leaves no stale one behind.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return { [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    if (BUSY.has((error as { errcode?: number }).errcode ?? 0)) return undefined;
    throw error;
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const BUSY = new Set([5, 6]);

/** Gives a finished file its name, in a way that a power cut cannot undo by half. */
export function moveInPlace(part: string, file: string): void {
  // Windows settles nothing that is open for reading alone.
  settle(part, 'r+');
  renameSync(part, file);
  try {
    settle(dirname(file), 'r');
  } catch {
    // Not every system lets a folder be settled; the name is then written when the system sees fit.
  }
}

function settle(path: string, way: 'r' | 'r+'): void {
  const handle = openSync(path, way);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const markOf = (path: string): string => `${path}.mark`;

/** Notes that damage was met in a file: the next open reads it to its end, and replaces it where that fails. */
export function markDamaged(path: string): void {
  if (path === ':memory:' || isMarked(path)) return;
  try {
    writeFileSync(markOf(path), '', { mode: 0o600 });
  } catch {
    // The trouble that brought us here is the one to tell.
  }
}

/** Notes that a file is being replaced, and the name it is set aside under, so that a resumed replacement uses the same. */
export function markReplaced(path: string, aside: string): void {
  const part = `${markOf(path)}.part`;
  writeFileSync(part, basename(aside), { mode: 0o600 });
  moveInPlace(part, markOf(path));
}

export const isMarked = (path: string): boolean => existsSync(markOf(path));

/** The name that a file is being set aside under; undefined where it is not being replaced. */
export function asideOf(path: string): string | undefined {
  const name = isMarked(path) ? readFileSync(markOf(path), 'utf8') : '';
  return name === '' ? undefined : join(dirname(path), name);
}

export const clearMark = (path: string): void => rmSync(markOf(path), { force: true });
