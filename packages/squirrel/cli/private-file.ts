import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';

/** Writes a file that only its owner may read: all of it or nothing. Replaces an existing file only if asked to. */
export function writePrivately(path: string, text: string, options: { replace: boolean }): void {
  const file = options.replace ? target(path) : path;
  if (!options.replace && lstatSync(file, { throwIfNoEntry: false })) throw exists(path);
  const draft = join(dirname(file), `.sqrl-${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    if (options.replace) renameSync(draft, file);
    // Linking fails where something has appeared meanwhile; renaming would replace it.
    else linkSync(draft, file);
  } catch (error) {
    throw explained(error, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The target of a link, which must be a regular file: /dev/stdout or a folder is never replaced. */
function target(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  if (!found.isFile()) throw new Problem(`${path} is not an ordinary file.`, 'Choose another name.');
  if (isDatabase(path))
    throw new Problem(
      `${path} is a database, perhaps a memory store or a backup, and is not replaced.`,
      'Choose another name, or delete it yourself.',
      'usage',
    );
  return realpathSync(path);
}

/** Whether a file is of SQLite, or the log that belongs to one. */
function isDatabase(path: string): boolean {
  const start = Buffer.alloc(15);
  try {
    const file = openSync(path, 'r');
    readSync(file, start);
    closeSync(file);
  } catch (error) {
    throw explained(error, path);
  }
  return start.toString('latin1') === 'SQLite format 3' || /^377f068[23]/.test(start.toString('hex'));
}

const exists = (path: string) =>
  new Problem(`${path} already exists.`, 'Pass --force to replace it, or choose another name.', 'usage');

function explained(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return exists(path);
  if (code === 'ENOENT')
    return new Problem(`The folder of ${path} does not exist.`, 'Create it first, or choose another name.');
  return code === undefined
    ? error
    : new Problem(`${path} could not be written (${message}).`, '', 'invalid', error);
}
