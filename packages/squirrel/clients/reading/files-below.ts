import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { leadsOutOfTree } from '@sqrl/base/foreign-file.ts';

/** The files in a folder and those below it, down to a depth, in a steady order; none where there is no folder. */
export function filesBelow(folder: string, depth: number): string[] {
  const entries = entriesOf(folder);
  const files = entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  if (depth === 0) return files;
  return [
    ...files,
    ...entries.flatMap(({ path, isFolder }) => (isFolder ? filesBelow(path, depth - 1) : [])),
  ];
}

interface FolderEntry {
  name: string;
  path: string;
  isFolder: boolean;
}

/**
 * The files and folders in a folder, in a steady order. A link counts as what it leads to: people move logs to another disk
 * and leave a link. A link out of a repository is left out, since a clone may bring it; so is one to a folder that contains
 * it, since reading it would not end.
 */
export function entriesOf(folder: string): FolderEntry[] {
  try {
    return entriesIn(folder);
  } catch {
    return [];
  }
}

/** The same; throws where the folder cannot be read. */
export const entriesIn = (folder: string): FolderEntry[] =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const { name } = entry;
      const path = join(folder, name);
      const stat = entry.isSymbolicLink() ? statOfLink(path, folder) : entry;
      return stat?.isFile() || stat?.isDirectory() ? [{ name, path, isFolder: stat.isDirectory() }] : [];
    });

function statOfLink(path: string, folder: string) {
  try {
    const stat = statSync(path);
    const isLoop = stat.isDirectory() && (realpathSync(folder) + sep).startsWith(realpathSync(path) + sep);
    return isLoop || leadsOutOfTree(path) ? undefined : stat;
  } catch {
    return undefined;
  }
}
