import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopMarkPath, stoppedAt } from '../protocol/daemon-file.ts';
import { holdLock } from '../store/lock.ts';
import { inodeOf } from '../store/wrap.ts';

/** The file whose lock the one daemon of a home holds. */
export const lockPath = (home: string): string => join(home, 'daemon.lock');

/** Holds the lock of a home; disposing it removes the lock file and releases the lock. */
export interface HomeLock extends Disposable {
  /** False once the lock file was removed or replaced, as when the home folder was deleted and made again. */
  isCurrent(): boolean;
}

/** Writes the stop mark: a daemon process that began before now must not become the daemon of this home. */
export function markStopped(home: string): void {
  if (!existsSync(home)) return;
  try {
    writeFileSync(stopMarkPath(home), '', { mode: 0o600 });
    const now = new Date();
    utimesSync(stopMarkPath(home), now, now);
  } catch {
    // On a full disk the mark may fail; the running daemon must still be stopped.
  }
}

/** Removes the stop mark, for a daemon that was started after the stop. */
export const clearStopMark = (home: string): void => {
  try {
    rmSync(stopMarkPath(home), { force: true });
  } catch {
    // An old mark stops no daemon.
  }
};

/** Whether the daemon of a home was stopped after this process began. A mark from the future does not count. */
export const stoppedSince = (home: string, began: number, now: number): boolean =>
  (stoppedAt(home, now) ?? 0) > began;

/** Whether a daemon of a home lives, whatever its file says. */
export function isHeld(home: string): boolean {
  if (inodeOf(lockPath(home)) === undefined) return false;
  const lock = holdLock(lockPath(home));
  lock?.[Symbol.dispose]();
  return lock === undefined;
}

export function becomeSingle(home: string): HomeLock | undefined {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = lockPath(home);
  let over = false;
  for (let tries = 0; tries < 10; tries++) {
    writeFileSync(path, '', { flag: 'a', mode: 0o600 });
    const before = inodeOf(path);
    const lock = holdLock(path);
    if (!lock) return undefined;
    // A stopping daemon removes the file: a lock on a removed file would let a second daemon in.
    if (before !== undefined && before === inodeOf(path))
      return {
        isCurrent: () => inodeOf(path) === before,
        [Symbol.dispose]() {
          if (over) return;
          over = true;
          try {
            // In a home that was made again the file is another daemon's, and without it a third could start.
            if (inodeOf(path) === before) rmSync(path, { force: true });
          } catch {
            // Some systems remove no file that is open; the lock itself ends with us.
          }
          lock[Symbol.dispose]();
        },
      };
    lock[Symbol.dispose]();
  }
  return undefined;
}

/** Waits until it can become the one daemon, for as long as the other is about to stop; undefined where it stays. */
export async function waitToBeSingle(
  home: string,
  isThere: () => boolean,
  waitMs = 4000,
): Promise<HomeLock | undefined> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const single = becomeSingle(home);
    if (single || waited >= waitMs || isThere()) return single;
    await sleep(LOOK_MS);
  }
}

const LOOK_MS = 50;
