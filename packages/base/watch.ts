import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

export interface FolderWatcher {
  /** Watches one more folder; a folder that is watched already, or not there, is ignored. */
  add(folder: string): void;
  /** Watches exactly these folders; returns whether one of them is new. */
  set(folders: ReadonlySet<string>): boolean;
  close(): void;
}

export interface WatchOptions {
  /** The folder that all paths are relative to, with slashes; without it paths are absolute. */
  root?: string;
  /** `isEntry`: something may have been created or deleted at the path. '' means that anything may have changed. */
  onChange(path: string, isEntry: boolean): void;
  /** Called for each folder that cannot be watched, such as with ENOSPC where the system has no watches left. */
  onFailure(error: NodeJS.ErrnoException): void;
  /** Watches all folders below the root with one watch. */
  recursive?: boolean;
}

/**
 * Watches folders, each by itself. macOS and Windows watch a whole tree with one watch; on Linux Node's own recursion
 * takes a watch per file, and misses writes to a file after an editor has replaced it.
 */
export function watchFolders(options: WatchOptions): FolderWatcher {
  const { root, onChange, onFailure } = options;
  const { recursive = root !== undefined && ['darwin', 'win32'].includes(process.platform) } = options;
  const watchers = new Map<string, FSWatcher>();
  const inRoot = (folder: string) => join(root ?? '', folder);

  function add(folder: string): void {
    if (watchers.has(folder) || (recursive && folder !== '')) return;
    try {
      const ownName = basename(inRoot(folder));
      const watcher = watch(inRoot(folder), { recursive }, (event, name) => {
        const joined = name === null ? folder : join(folder, name);
        const path = root === undefined ? joined : joined.replaceAll('\\', '/');
        const isEntry = event === 'rename';
        // A folder that was deleted or created again needs a new watch: the old one stays with the deleted folder.
        if (isEntry && drop(name === ownName ? folder : path)) onChange('', true);
        onChange(path, isEntry);
      });
      watcher.on('error', (error: NodeJS.ErrnoException) => {
        // Windows reports a watched folder that is deleted as EPERM.
        if (error.code !== 'EPERM') return onFailure(error);
        drop(folder);
        onChange('', true);
      });
      watchers.set(folder, watcher);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Deleted since it was listed: the watch of its parent reports that.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') onFailure(error as NodeJS.ErrnoException);
    }
  }

  /** Stops watching a folder and all below it; returns whether any was watched. */
  function drop(folder: string): boolean {
    const dropped = [...watchers].filter(([path]) => path === folder || isBelow(path, folder));
    for (const [path, watcher] of dropped) {
      watchers.delete(path);
      watcher.close();
    }
    return dropped.length > 0;
  }

  return {
    add,
    set(folders) {
      for (const [folder, watcher] of watchers)
        if (!folders.has(folder)) {
          watchers.delete(folder);
          watcher.close();
        }
      const before = watchers.size;
      for (const folder of folders) add(folder);
      return watchers.size > before;
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);

/** A folder and the folders below it, down to `depth`; none where the path is not a folder. */
export function foldersBelow(
  path: string,
  { depth = Number.POSITIVE_INFINITY, isIgnored = (_name: string): boolean => false } = {},
): string[] {
  try {
    if (!statSync(path).isDirectory()) return [];
    const names = depth === 0 ? [] : readdirSync(path, { withFileTypes: true });
    const folders = names.filter((entry) => entry.isDirectory() && !isIgnored(entry.name));
    return [
      path,
      ...folders.flatMap(({ name }) => foldersBelow(join(path, name), { depth: depth - 1, isIgnored })),
    ];
  } catch {
    return [];
  }
}
