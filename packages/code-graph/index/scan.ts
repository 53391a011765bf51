import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { GitOptions } from '@sqrl/base/git/process.ts';
import { outputOfGit } from '../history/git-history.ts';
import { leftOutByName } from '../parse/left-out.ts';
import { ignoreRules } from './ignore-rules.ts';
import { listByWalk } from './walk.ts';

export interface ScannedFile {
  /** From the root on, with slashes. */
  path: string;
  size: number;
  changedAt: number;
}

export interface ScanOptions extends GitOptions {
  /** Looks at these paths alone, such as those that a watcher named. */
  only?: readonly string[];
  /** Whether a file was found before. As long as no rule changes it still counts, and git need not be started for it. */
  isKnown?: (path: string) => boolean;
  onProgress?: (files: number) => void;
}

/**
 * Finds the files of a repository, or of a folder that is none: what its ignore rules, `.sqrlignore` and our own list
 * leave. Links are not followed, submodules are repositories of their own. Sorted by path.
 */
export async function scan(root: string, options: ScanOptions): Promise<ScannedFile[]> {
  const top = realpathSync(root);
  const listed = knownIn(top, options) ?? (await listByGit(top, options)) ?? (await listByWalk(top, options));
  const paths = listed.filter((path) => !leftOutByName(path));
  const ignored = ignoreRules(top, paths);
  const isInside = insideOf(top);
  const files: ScannedFile[] = [];
  for (const [i, path] of paths.entries()) {
    if (i % BATCH_FILES === 0) {
      await setImmediate();
      options.signal?.throwIfAborted();
      options.onProgress?.(files.length);
    }
    if (ignored(path) || !isInside(dirname(path))) continue;
    // It may be gone since it was listed.
    const file = lstatSync(join(top, path), { throwIfNoEntry: false });
    if (!file?.isFile() || file.size > MAX_FILE_BYTES) continue;
    files.push({ path, size: file.size, changedAt: Math.trunc(file.mtimeMs) });
  }
  options.onProgress?.(files.length);
  return files;
}

/** The paths that are asked for, if there is nothing to find out about them: each is a known file, or one that is gone. */
function knownIn(top: string, { only, isKnown }: ScanOptions): readonly string[] | undefined {
  const isStill = (path: string): boolean =>
    lstatSync(join(top, path), { throwIfNoEntry: false })?.isFile() ?? true;
  return isKnown && only?.length && only.every((path) => isKnown(path) && isStill(path))
    ? [...new Set(only)].sort()
    : undefined;
}

/** Files are looked at in batches, so that others get their turn. */
const BATCH_FILES = 256;

/** Larger ones are data, whatever they are called. */
export const MAX_FILE_BYTES = 10_000_000;

/** Whether a folder lies in the root really: git keeps listing files below a folder that became a link elsewhere. */
function insideOf(top: string): (folder: string) => boolean {
  const known = new Map<string, boolean>([['.', true]]);
  const isInside = (folder: string): boolean => {
    const answer = known.get(folder) ?? (isInside(dirname(folder)) && isFolder(join(top, folder)));
    known.set(folder, answer);
    return answer;
  };
  return isInside;
}

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * The paths that git tracks below a folder, and those it would; undefined where it knows of no repository there. Sorted.
 * Nothing in the repository is written, and nothing that its configuration names is run.
 */
async function listByGit(
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
