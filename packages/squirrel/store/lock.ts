import { existsSync, writeFileSync } from 'node:fs';
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
