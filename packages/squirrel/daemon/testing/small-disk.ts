import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this user may mount a file system; root in a container often may not. */
export function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=4k', 'none', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** A disk of its own at a folder, gone with the folder's content when it is disposed. */
export interface SmallDisk extends Disposable {
  /** Fills it until this many bytes are left. */
  fill(left: number): void;
  /** Makes room again. */
  free(): void;
}

/** Mounts a disk of this many megabytes at a folder. */
export function smallDisk(folder: string, megabytes: number): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'sqrl-test', folder]);
  const filler = join(folder, 'filler');
  return {
    fill(left) {
      for (;;) {
        const { bavail, bsize } = statfsSync(folder);
        try {
          return writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
        } catch (error) {
          // Another process has written since the room was measured.
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          rmSync(filler);
        }
      }
    },
    free: () => rmSync(filler),
    [Symbol.dispose]: () => void execFileSync('umount', ['-l', folder]),
  };
}
