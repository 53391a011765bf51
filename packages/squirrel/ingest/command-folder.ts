import type { RepositoryPath } from '@sqrl/base/paths.ts';
import { safePath } from './names.ts';

/**
 * The folder that a command line works in: where it begins, or where it goes first. Below the repository, or the whole
 * path outside it; null for the repository itself.
 */
export function folderOf(command: string | null, place: (path: string) => RepositoryPath): string | null {
  if (command === null) return null;
  const begun = place('.');
  const to = GOES_FIRST.exec(command)?.groups?.to?.replace(/^(["'])(.*)\1$/, '$2');
  // A client may tell the folder as it was afterwards, with the step already taken.
  const taken = to === undefined || to === '.' || /[$`*]/.test(to) || `/${begun.path}`.endsWith(`/${to}`);
  const { path } = taken ? begun : place(safePath(to));
  return path === '.' || path === '' ? null : safePath(path).replace(/\/$/, '');
}

const GOES_FIRST = /^\s*(?:set -\w+\s*(?:;|&&)\s*)?cd\s+(?<to>"[^"\n]+"|'[^'\n]+'|[^\s;&|]+)\s*(?:&&|;|\n)/;
