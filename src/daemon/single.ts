import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdLock } from '../store/hold-lock.ts';
import { inodeOf } from '../store/wrap.ts';

/** The file whose lock the one daemon of a home holds. */
export const lockPath = (home: string): string => join(home, 'daemon.lock');

/** Leaves word that whoever was started until now is not to be the daemon of a home any more. */
export function markStopped(home: string): void {
  if (!existsSync(home)) return;
  writeFileSync(stopPath(home), '', { mode: 0o600 });
  const now = new Date();
  utimesSync(stopPath(home), now, now);
}

/** Whether a home's daemon was stopped after this program began: it was started beside that one, and came too late. */
export const stoppedSince = (home: string, began: number): boolean =>
  (statSync(stopPath(home), { throwIfNoEntry: false })?.mtimeMs ?? 0) > began;

const stopPath = (home: string): string => join(home, 'daemon.stopped');

/** Whether a daemon of a home lives, whatever its file says. */
export function isHeld(home: string): boolean {
  if (inodeOf(lockPath(home)) === undefined) return false;
  const lock = holdLock(lockPath(home));
  lock?.[Symbol.dispose]();
  return lock === undefined;
}

/** Becomes the one daemon of a home; undefined where there is one. Disposing it removes the file. */
export function becomeSingle(home: string): Disposable | undefined {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = lockPath(home);
  let over = false;
  for (let tries = 0; tries < 10; tries++) {
    writeFileSync(path, '', { flag: 'a', mode: 0o600 });
    const before = inodeOf(path);
    const lock = holdLock(path);
    if (!lock) return undefined;
    // Whoever stops removes the file: a lock on one that is no longer there would let a second daemon in.
    if (before !== undefined && before === inodeOf(path))
      return {
        [Symbol.dispose]() {
          if (over) return;
          over = true;
          try {
            rmSync(path, { force: true });
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
): Promise<Disposable | undefined> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const single = becomeSingle(home);
    if (single || waited >= waitMs || isThere()) return single;
    await sleep(LOOK_MS);
  }
}

const LOOK_MS = 50;
