import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { foreignText } from '../foreign-file.ts';

/** The commit that is checked out in a folder; null where none is, or where git keeps that in a way not known here. */
export function checkedOut(root: string): string | null {
  const { own, common } = gitFolders(join(root, '.git'));
  const head = gitText(join(own, 'HEAD')).trim();
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (ref === undefined) return hashIn(head);
  return hashIn(gitText(join(common, ref)).trim()) ?? packed(common, ref);
}

/** The branch that is checked out in a folder; null where only a commit is, or nothing that git knows. */
export const branchCheckedOut = (root: string): string | null =>
  /^ref: refs\/heads\/(\S+)$/.exec(gitText(join(gitFolders(join(root, '.git')).own, 'HEAD')).trim())?.[1] ??
  null;

/** Whether a repository has a branch, of its own or of its origin. */
export function hasBranch(root: string, branch: string): boolean {
  const { common } = gitFolders(join(root, '.git'));
  if (/\.\.|^\/|[\0\\]/.test(branch)) return false;
  return [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`].some(
    (ref) => (hashIn(gitText(join(common, ref)).trim()) ?? packed(common, ref)) !== null,
  );
}

/** The names of a repository's remotes besides its origin: what they hold, others may have written. */
export const otherRemotes = (root: string): string[] =>
  [
    ...gitText(join(gitFolders(join(root, '.git')).common, 'config')).matchAll(
      /^\[remote "([^"\n]{1,200})"\]/gm,
    ),
  ]
    .map(([, name]) => name!)
    .filter((name) => name !== 'origin');

/** In a worktree `.git` is a file that names a folder, which in turn names the one that all worktrees share. */
export function gitFolders(git: string): { own: string; common: string } {
  if (statSync(git, { throwIfNoEntry: false })?.isFile() !== true) return { own: git, common: git };
  const own = resolve(dirname(git), /^gitdir:\s*(.+?)\s*$/m.exec(gitText(git))?.[1] ?? '');
  const common = gitText(join(own, 'commondir')).trim();
  return { own, common: common === '' ? own : resolve(own, common) };
}

/** Branches that were not moved for a while stand together in one file. */
function packed(common: string, ref: string): string | null {
  const lines = gitText(join(common, 'packed-refs')).split('\n');
  return hashIn(lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? '');
}

const hashIn = (text: string): string | null => (/^[0-9a-f]{40,64}$/.test(text) ? text : null);

/** What a file of git says; nothing where it cannot be read, since a broken repository is no reason to remember less. */
export const gitText = (path: string): string => foreignText(path, { maxBytes: MAX_GIT_BYTES }) ?? '';

/** Thousands of branches fit into it. */
const MAX_GIT_BYTES = 2 ** 24;
