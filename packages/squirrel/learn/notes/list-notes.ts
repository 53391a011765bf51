import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface NoteStamp {
  file: number;
  size: number;
  changedAt: number;
}

export interface Listing {
  notes: Map<string, NoteStamp>;
  unread: string[];
}

/**
 * Lists the Markdown files of a folder and the folders in it; undefined where the folder itself is not there.
 * Links are not followed: they may run in circles, and lead out of what the person meant to show.
 */
export async function listNotes(
  root: string,
  beforeReading: (folder: string) => void = () => {},
): Promise<Listing | undefined> {
  const listing: Listing = { notes: new Map(), unread: [] };
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      if (folder === '' && !(await stat(root)).isDirectory()) return undefined;
      beforeReading(folder);
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (!isShown(entry.name)) continue;
        if (entry.isDirectory()) waiting.push(path);
        else if (entry.isFile() && isNote(path)) await add(listing, root, path);
      }
    } catch (error) {
      const gone = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (gone && folder === '') return undefined;
      if (!gone) listing.unread.push(folder);
    }
  }
  return listing;
}

/** Whether a path names a note: Markdown, in no hidden folder and no folder of packages. */
export const isNote = (path: string): boolean => /\.md$/i.test(path) && !isHidden(path);

/** Whether a path is, or lies in, what is not looked at. */
export const isHidden = (path: string): boolean => path !== '' && !path.split('/').every(isShown);

async function noteStampOf(root: string, path: string): Promise<NoteStamp | undefined> {
  const found = await lstat(join(root, path)).catch(() => undefined);
  return found?.isFile() ? toStamp(found) : undefined;
}

export const sameStamp = (a: NoteStamp | undefined, b: NoteStamp | undefined): boolean =>
  a?.file === b?.file && a?.size === b?.size && a?.changedAt === b?.changedAt;

const isShown = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules';

const toStamp = ({ ino, size, mtimeMs }: Stats): NoteStamp => ({ file: ino, size, changedAt: mtimeMs });

/** A file that vanished between being listed and being looked at was never there. */
async function add({ notes }: Listing, root: string, path: string): Promise<void> {
  const stamp = await noteStampOf(root, path);
  if (stamp) notes.set(path, stamp);
}
