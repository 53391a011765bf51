import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { moveInPlace } from './move-in-place.ts';

const markOf = (path: string): string => `${path}.mark`;

/** Notes that damage was met in a file: the next open reads it to its end, and replaces it where that fails. */
export function markDamaged(path: string): void {
  if (path === ':memory:' || isMarked(path)) return;
  try {
    writeFileSync(markOf(path), '', { mode: 0o600 });
  } catch {
    // The trouble that brought us here is the one to tell.
  }
}

/** Notes that a file is being replaced, and the name it is set aside under, so that a resumed replacement uses the same. */
export function markReplaced(path: string, aside: string): void {
  const part = `${markOf(path)}.part`;
  writeFileSync(part, basename(aside), { mode: 0o600 });
  moveInPlace(part, markOf(path));
}

export const isMarked = (path: string): boolean => existsSync(markOf(path));

/** The name that a file is being set aside under; undefined where it is not being replaced. */
export function asideOf(path: string): string | undefined {
  const name = isMarked(path) ? readFileSync(markOf(path), 'utf8') : '';
  return name === '' ? undefined : join(dirname(path), name);
}

export const clearMark = (path: string): void => rmSync(markOf(path), { force: true });
