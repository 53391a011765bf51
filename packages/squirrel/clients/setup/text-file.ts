import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { bytesIfThere } from '@sqrl/base/replace-file.ts';

/** Reads a file that belongs to somebody else's program; undefined where there is none. */
export function readForeign(path: string): string | undefined {
  const bytes = bytesIfThere(path);
  if (!bytes) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Problem(`${path} is not UTF-8 text.`, 'The file was not changed.', 'invalid');
  }
}

/** Writes a file, the whole of it or nothing, through links and with the mode it had; says which folders it made. */
export function writeForeign(path: string, text: string, mode?: number): string[] {
  const file = behindLinks(path);
  const there = statSync(file, { throwIfNoEntry: false });
  const folders = makeFolders(dirname(file));
  const wanted = mode ?? (there ? there.mode & 0o7777 : 0o600);
  try {
    // Another name of the same file would keep the old text.
    if (there && there.nlink > 1) writeFileSync(file, text, { flush: true });
    else replace(file, text, wanted);
  } catch (error) {
    throw new Problem(`${path} could not be written (${(error as Error).message}).`, '', 'invalid', error);
  }
  return folders;
}

/** Removes a file; a link to it stays. */
export const removeForeign = (path: string): void => rmSync(behindLinks(path), { force: true });

/** Removes those of some folders in which nothing is, the deepest first. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...new Set(folders)].toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it, or it went before.
    }
  }
}

export const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function replace(file: string, text: string, mode: number): void {
  const draft = join(dirname(file), `.sqrl-${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(draft, text, { mode, flag: 'wx', flush: true });
    chmodSync(draft, mode);
    renameSync(draft, file);
  } catch (error) {
    // A file that is mounted by itself, or whose folder is not ours, can only be written in place.
    if (!IN_PLACE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    writeFileSync(file, text, { flush: true });
  } finally {
    rmSync(draft, { force: true });
  }
}

const IN_PLACE = new Set(['EBUSY', 'EXDEV', 'EACCES', 'EPERM']);

/** The file that a link leads to, also where it is not there yet. */
function behindLinks(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isSymbolicLink()) return path;
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  return resolve(dirname(path), readlinkSync(path));
}

function makeFolders(folder: string): string[] {
  const made: string[] = [];
  for (let at = folder; !statSync(at, { throwIfNoEntry: false }); at = dirname(at)) made.unshift(at);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return made;
}
