import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** Eyes on folders in which logs lie. */
export interface LogWatch {
  /** Watches exactly these folders from now on; says whether any of them is new. */
  set(folders: ReadonlySet<string>): boolean;
  /** Watches one more. */
  add(folder: string): void;
  close(): void;
}

/** What a watch tells. */
export interface Heard {
  /** Something happened to a file or a folder; `came` where it may be new or gone. */
  stir(path: string, came: boolean): void;
  failed(error: NodeJS.ErrnoException): void;
}

/** Watches folders one by one: whole trees would hold a watch on years of logs that nobody writes to any more. */
export function watchLogs(heard: Heard): LogWatch {
  const watchers = new Map<string, FSWatcher>();

  function add(folder: string): void {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (event, name) => {
        if (name !== null) heard.stir(join(folder, name), event === 'rename');
      });
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Gone between being listed and being watched; or closed, and then no other way of looking sees more.
      if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code!))
        heard.failed(error as NodeJS.ErrnoException);
    }
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  return {
    add,
    set(folders) {
      for (const folder of [...watchers.keys()]) if (!folders.has(folder)) drop(folder);
      const before = watchers.size;
      for (const folder of folders) add(folder);
      return watchers.size > before;
    },
    close() {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
