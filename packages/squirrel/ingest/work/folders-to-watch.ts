import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { ClientFolders, Log } from '@sqrl/base/model/reader.ts';
import { statsOf } from '../bytes.ts';
import { TREES } from './find-logs.ts';

/** Written to so lately, a log may be written to again; the others are looked at now and then. */
const RECENT_LOG_MS = 14 * 24 * 3600 * 1000;

/** The folders in which something may happen: of logs that are written to, of those above them, and of all clients. */
export function foldersToWatch(logs: readonly Log[], clients: ClientFolders, now: number): Set<string> {
  const tops = rootsOf(clients).filter((root) => existsSync(root));
  const found = new Set<string>(
    tops.flatMap((top) => [top, ...TREES.map((name) => join(top, name))].filter(isFolder)),
  );
  for (const { client, path } of logs) {
    if (client === 'git') {
      const changes = join(path, '.git', 'logs');
      if (existsSync(changes)) found.add(changes);
      continue;
    }
    const file = statsOf(path);
    if (!file || file.mtimeMs < now - RECENT_LOG_MS) continue;
    const top = tops.find((each) => path.startsWith(each + sep)) ?? dirname(path);
    for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder)) {
      found.add(folder);
      if (dirname(folder) === folder) break;
    }
  }
  return found;
}

/** Folders of clients that do not exist yet: by which name the way to each goes on, and in which folder. */
interface AwaitedFolders {
  names: Set<string>;
  folders: Set<string>;
}

/** Where those of a client's folders will appear that are not there yet; `watched` are watched as it is. */
export function awaitedIn(clients: ClientFolders, watched: ReadonlySet<string>): AwaitedFolders {
  const names = new Set<string>();
  for (const root of rootsOf(clients)) {
    let name = root;
    while (dirname(name) !== name && !existsSync(name) && !existsSync(dirname(name))) name = dirname(name);
    // The top of a disk is not where people keep what is theirs.
    if (!existsSync(name) && dirname(dirname(name)) !== dirname(name)) names.add(name);
  }
  const folders = new Set([...names].map((name) => dirname(name)).filter((folder) => !watched.has(folder)));
  return { names, folders };
}

const rootsOf = ({ repositories: _, vscode = [], ...roots }: ClientFolders): string[] => [
  ...Object.values(roots),
  ...vscode,
];

const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;
