import { statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { watchFolders } from '@sqrl/base/watch.ts';
import { logStampOf } from '../bytes.ts';

/** Logs in which nothing was new for a while, as they were found last. Plain data: it crosses to another thread. */
export interface RestingLogs {
  folders: readonly (readonly [path: string, stamp: string])[];
  logs: readonly (readonly [path: string, stamp: string])[];
  /** Where folders of clients will appear, and under which names; all else in those is not theirs. */
  awaited: { folders: readonly string[]; names: readonly string[] };
}

/** Some disks report no changes. */
const MAX_WAIT_MS = 600_000;

/** Changes with what is created or deleted in a folder. */
export function folderStamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

/** Waits until something changes in resting logs or where new ones may appear, but no longer than ten minutes. */
export function nextChange({ folders, logs, awaited }: RestingLogs, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const known = new Set(logs.map(([path]) => path));
    const timer = setTimeout(end, MAX_WAIT_MS).unref();
    const watcher = watchFolders({
      onChange(path, isEntry) {
        if (awaited.folders.includes(dirname(path)) ? awaited.names.includes(path) : isEntry || isOfLog(path))
          end();
      },
      onFailure({ code }) {
        // A folder that may not be read was not followed before either.
        if (code !== 'EACCES' && code !== 'EPERM') end();
      },
    });

    /** A database has files next to it, a repository in it. */
    function isOfLog(path: string): boolean {
      return (
        known.has(path.replace(/-(wal|journal|shm)$/, '')) || known.has(path.split(`${sep}.git${sep}`)[0]!)
      );
    }

    function end(): void {
      clearTimeout(timer);
      watcher.close();
      signal?.removeEventListener('abort', end);
      resolve();
    }

    signal?.addEventListener('abort', end, { once: true });
    watcher.set(new Set(folders.map(([path]) => path)));
    // From here on the watches tell; these changed before.
    const hasChanged =
      folders.some(([path, stamp]) => folderStamp(path) !== stamp) ||
      logs.some(([path, stamp]) => JSON.stringify(logStampOf(path)) !== stamp);
    if (signal?.aborted || hasChanged) end();
  });
}
