import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Problem } from './problem.ts';

/** Writes a file under another name and renames it: a reader sees all of it, or the file before. */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The same for a file that a person asked for: a failure is a problem of theirs, with what to do after it. */
export function replaceAsked(path: string, text: string, then = ''): void {
  try {
    replaceFile(path, text);
  } catch (error) {
    throw new Problem(
      `${path} could not be written (${(error as Error).message}).`,
      `Check that you can write there${then}.`,
      'invalid',
      error,
    );
  }
}

/** The bytes of a file; undefined where there is none. */
export function bytesIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Problem(
      `${path} cannot be read (${code}).`,
      'Check that it is a regular file that you can read.',
      'invalid',
      error,
    );
  }
}
