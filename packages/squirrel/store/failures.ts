import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';

/** Turns a trouble with the file into a Problem; our own mistakes come back as they are. */
export function asProblem(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const situation = situationOf(error);
  if (situation === undefined) return error;
  const [message, hint] = SITUATIONS[situation](path);
  return new Problem(message, hint, situation === 'busy' ? 'busy' : 'store', error);
}

export const isDamage = (error: unknown): boolean => situationOf(error) === 'damaged';

/** Whether an error, or the trouble behind a Problem, means that nothing can be written for want of space. */
export const isFull = (error: unknown): boolean =>
  situationOf(error instanceof Problem ? error.cause : error) === 'full';

/** Whether an error tells nothing about the person's situation. */
export const isOurMistake = (error: unknown): boolean =>
  !(error instanceof Problem) && situationOf(error) === undefined;

/** Whether an error, though it reads like a mistake of ours, may come from a schema that was damaged. */
export const isDoubtful = (error: unknown): boolean =>
  error instanceof Error &&
  /^no such (table|column)|has no column named|^invalid fts5 file format/.test(error.message);

/** An error of the kind SQLite throws, for damage that we found ourselves. */
export const damage = (): Error => Object.assign(new Error('the file is damaged'), { errcode: 11 });

type StoreFailureKind =
  | 'full'
  | 'readonly'
  | 'busy'
  | 'damaged'
  | 'io'
  | 'closed'
  | 'folder'
  | 'nofolder'
  | 'name'
  | 'handles';

function situationOf(error: unknown): StoreFailureKind | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return BY_RESULT[errcode] ?? BY_RESULT[errcode & 0xff];
  return typeof code === 'string' ? BY_ERRNO[code] : undefined;
}

/** SQLite's result codes, the extended ones where they say more than their kind. */
const BY_RESULT: Record<number, StoreFailureKind> = {
  3: 'closed',
  5: 'busy',
  8: 'readonly',
  10: 'io',
  11: 'damaged',
  13: 'full',
  14: 'closed',
  15: 'busy', // The locks of the log changed hands faster than we could follow.
  26: 'damaged',
  526: 'folder',
  // What a full disk looks like when it is the shared index of the log that cannot grow.
  4874: 'full',
};

const BY_ERRNO: Record<string, StoreFailureKind> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readonly',
  EACCES: 'closed',
  EPERM: 'closed',
  EISDIR: 'folder',
  ENOTDIR: 'nofolder',
  EEXIST: 'nofolder',
  ENOENT: 'closed',
  EIO: 'io',
  ENAMETOOLONG: 'name',
  EMFILE: 'handles',
  ENFILE: 'handles',
};

const SITUATIONS: Record<StoreFailureKind, (path: string) => [message: string, hint: string]> = {
  full: (path) => [
    `Disk full: no space left for ${path}.`,
    'Free some space and try again. No partial data was written.',
  ],
  readonly: (path) => [
    `${path} cannot be written: it is read-only.`,
    'Check that the disk is neither full nor mounted read-only, and the permissions of the file and its folder.',
  ],
  busy: (path) => [
    `${path} is locked by another process.`,
    'Try again in a moment. If it stays locked, stop the other sqrl process.',
  ],
  damaged: (path) => [
    `${path} is damaged: parts of it cannot be read.`,
    'Try again: Squirrel then sets the damaged file aside and restores the newest good copy.',
  ],
  io: (path) => [
    `Disk I/O error on ${path}.`,
    'Check the disk, and whether it is full. Data stored before is not affected.',
  ],
  closed: (path) => [
    `${path} cannot be opened.`,
    'Check that its folder exists and that you can read and write both.',
  ],
  folder: (path) => [`${path} is a folder, not a store.`, 'Pass the path of a file.'],
  nofolder: (path) => [
    `${path} cannot be created: a part of its path is a file, not a folder.`,
    'Rename or delete that file, or choose another path.',
  ],
  name: (path) => [`${path} cannot be created: the path is too long.`, 'Choose a shorter path.'],
  handles: (path) => [
    `${path} cannot be opened: too many files are open.`,
    'Close some programs, or raise the limit on open files, and try again.',
  ],
};

/**
 * Writes a note about an answer, such as a receipt or a cached view. The answer does not depend on it: where the store is
 * read-only or the disk is full the note is lost, and false comes back.
 */
export function writeIncidental(store: Store, write: () => void): boolean {
  if (store.readOnly) return false;
  try {
    write();
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
    return false;
  }
}
