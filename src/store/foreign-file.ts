import { closeSync, constants, existsSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The bytes of a file, or why it is not read; `gone` where there is none. */
export type ForeignFile = { bytes: Buffer } | { because: string } | { gone: true };

export interface ForeignLimits {
  /** Larger files are not read. */
  maxBytes: number;
  /** What the file is, for the reason: `a rule file`. */
  what: string;
  /** The file must lie below this folder, links resolved. */
  below?: string | undefined;
}

/**
 * Reads a file that somebody else may have put where it lies, such as anything in a work tree: a regular file of at most
 * `maxBytes`. A pipe or a device would block the caller, and a link out of the work tree would bring in a private file.
 * What was opened is what is checked, so that a file swapped in between is caught too.
 */
export function readForeignFile(path: string, { maxBytes, what, below }: ForeignLimits): ForeignFile {
  let file: number | undefined;
  try {
    const target = realpathSync(path);
    if (below !== undefined && !isBelow(target, realpathSync(below)))
      return { because: `it is a link that leads out of ${below}` };
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    file = openSync(target, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(file);
    if (!found.isFile()) return { because: 'it is not a file' };
    // A file of /proc has no size and may have no end.
    const bytes = found.size > maxBytes ? undefined : bytesOf(file, maxBytes, found.size);
    if (bytes === undefined)
      return {
        because: `it has ${Math.ceil(found.size / 1024)} KB, more than the ${maxBytes / 1024} KB ${what} may have`,
      };
    return { bytes };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { gone: true };
    if (code === undefined) throw error;
    return { because: code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code})` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The text of such a file; undefined where it is not read. */
export function foreignText(path: string, limits: Omit<ForeignLimits, 'what'>): string | undefined {
  const read = readForeignFile(path, { ...limits, what: 'a file' });
  return 'bytes' in read ? read.bytes.toString('utf8') : undefined;
}

/** The top of the work tree that a path lies in, links resolved; undefined where it lies in none. */
export function workTreeOf(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The whole file; undefined where it is longer than it may be. */
function bytesOf(file: number, maxBytes: number, size: number): Buffer | undefined {
  let bytes = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(size, 4096)) + 1);
  for (let length = 0; ; ) {
    const count = readSync(file, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > maxBytes) return undefined;
    if (length === bytes.length)
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.min(length, maxBytes + 1 - length))]);
  }
}
