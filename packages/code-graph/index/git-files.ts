import { posix } from 'node:path';
import type { GitOptions } from '@sqrl/base/git/process.ts';
import { outputOfGit } from '../history/git-history.ts';

/**
 * The paths that git tracks below a folder, and those it would; undefined where it knows of no repository there. Sorted.
 * Nothing in the repository is written, and nothing that its configuration names is run.
 */
export async function listByGit(
  folder: string,
  { only = [], ...options }: GitOptions & { only?: readonly string[] },
): Promise<string[] | undefined> {
  const settings = ['--literal-pathspecs', '-c', 'safe.bareRepository=explicit'];
  const args = [...settings, 'ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...only];
  // No git, no repository, or another user's repository that git refuses to read: the folder is walked instead.
  const said = await outputOfGit(folder, args, '', options).catch(() => undefined);
  options.signal?.throwIfAborted();
  if (said === undefined) return undefined;
  const paths = said.toString('utf8').split('\0');
  // A folder is a repository within this one; a name that is no UTF-8 cannot be opened by it.
  const usable = paths.filter((path) => path !== '' && !path.endsWith('/') && !path.includes('\ufffd'));
  return [...new Set(usable.map((path) => posix.normalize(path)))].sort();
}
