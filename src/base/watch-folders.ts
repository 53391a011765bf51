import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** Eyes on a folder and the folders in it. */
export interface FolderWatch {
  /** Watches one more folder; one that is watched already is left as it is. */
  add(folder: string): void;
  close(): void;
}

/** What a watch tells. */
export interface Heard {
  /** Something happened to a path; `came` where something may have come or gone there, a folder perhaps. '' is all. */
  stir(path: string, came: boolean): void;
  failed(error: NodeJS.ErrnoException): void;
}

/** Whether this system watches a tree of folders with one watch. */
const WHOLE = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Watches a folder. Where the system cannot watch a whole tree at once, every folder in it is watched by itself:
 * Node's own recursion there holds a watch on every file, and goes blind to a file once an editor has replaced it.
 */
export function watchFolders(root: string, heard: Heard, whole = WHOLE): FolderWatch {
  const watchers = new Map<string, FSWatcher>();

  function add(folder: string): void {
    if (watchers.has(folder) || (whole && folder !== '')) return;
    try {
      const own = basename(join(root, folder));
      const watcher = watch(join(root, folder), { recursive: whole }, (event, name) => {
        const path = name === null ? folder : join(folder, name).replaceAll('\\', '/');
        // A folder that went away, or came back under the same name, needs new eyes: the old ones see the old one.
        if (event === 'rename' && drop(name === own ? folder : path)) heard.stir('', true);
        heard.stir(path, event === 'rename');
      });
      watcher.on('error', heard.failed);
      watchers.set(folder, watcher);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Gone between being listed and being watched: whoever watches the folder above hears of it.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') heard.failed(error as NodeJS.ErrnoException);
    }
  }

  /** Stops watching a folder and all in it, until it is added again; false where it was not watched. */
  function drop(folder: string): boolean {
    const dropped = [...watchers].filter(
      ([path]) => folder === '' || path === folder || path.startsWith(`${folder}/`),
    );
    for (const [path, watcher] of dropped) {
      watchers.delete(path);
      watcher.close();
    }
    return dropped.length > 0;
  }

  return {
    add,
    close() {
      drop('');
    },
  };
}
