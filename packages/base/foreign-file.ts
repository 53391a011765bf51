import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
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
 * Reads a file that another person may have placed there, such as anything in a work tree: a regular file of at most
 * `maxBytes`. A pipe or a device would block the caller, and a link out of the work tree would bring in a private file.
 */
export function readForeignFile(path: string, { maxBytes, what, below }: ForeignLimits): ForeignFile {
  try {
    const target = realpathSync(path);
    return below === undefined || isBelow(target, realpathSync(below))
      ? readRegularFile(target, { maxBytes, what })
      : { because: `it is a symbolic link that points outside ${below}` };
  } catch (error) {
    return unread(error);
  }
}

/** The same, of a path whose last part may not be a link. What was opened is what is checked, not what lay there before. */
export function readRegularFile(path: string, { maxBytes, what }: Omit<ForeignLimits, 'below'>): ForeignFile {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(file);
    if (!found.isFile()) return { because: 'it is not a file' };
    // A file of /proc has no size and may have no end.
    const bytes = found.size > maxBytes ? undefined : bytesOf(file, maxBytes, found.size);
    const size = Math.ceil(Math.max(found.size, maxBytes + 1) / 1024);
    return bytes
      ? { bytes }
      : { because: `its size is ${size} KB; the limit for ${what} is ${Math.ceil(maxBytes / 1024)} KB` };
  } catch (error) {
    return unread(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function unread(error: unknown): ForeignFile {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { gone: true };
  return { because: code === 'ELOOP' ? 'it is a symbolic link' : `it cannot be read (${code})` };
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of such a file; undefined where it is not read. */
export function foreignText(path: string, limits: Omit<ForeignLimits, 'what'>): string | undefined {
  const read = readForeignFile(path, { ...limits, what: 'a file' });
  return 'bytes' in read ? read.bytes.toString('utf8') : undefined;
}

/** Whether a path lies in a work tree and leads out of it by a link. */
export function leadsOutOfTree(path: string): boolean {
  const tree = workTreeOf(path);
  return tree !== undefined && existsSync(path) && !isBelow(realpathSync(path), realpathSync(tree));
}

/** The top of the work tree that a path lies in; undefined where it lies in none. */
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
