import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { foreignText } from '../base/foreign-file.ts';
import { worktreeAround } from '../base/paths.ts';
import type { Project } from '../model/project.ts';
import { withoutCredentials } from './remote.ts';

/** The project a folder belongs to: its repository, whichever worktree it is, or the folder itself outside one. */
export function locateProject(folder: string): Project {
  const from = realFolder(folder);
  const git = gitFolderAbove(from) ?? repositoryBeside(from);
  const root = git ? identityOf(git) : from;
  const name = nameOf(root, git !== undefined);
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 10);
  const safe =
    name
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '') || 'project';
  return { id: `${safe.slice(0, 40)}-${hash}`, name, root, remote: git ? remoteOf(git.common) : null };
}

/** Whether a folder is the top of a project: the project itself, or one of its worktrees. */
export function isTopOf({ root }: Pick<Project, 'root'>, folder: string): boolean {
  const top = realFolder(folder);
  const git = top === root ? undefined : gitFolderIn(top);
  return top === root || (git !== undefined && identityOf(git) === root);
}

/** The repository of a worktree beside it that git has given up, of which the folder is left: `shop.worktrees/fox`. */
function repositoryBeside(folder: string): GitFolders | undefined {
  const worktree = worktreeAround(folder.replaceAll('\\', '/'));
  return worktree && existsSync(folder) ? gitFolderIn(worktree.root) : undefined;
}

interface GitFolders {
  /** The folder that holds `.git`, or a bare repository. */
  top: string;
  /** The repository's own folder, the same for all its worktrees. */
  common: string;
}

function gitFolderAbove(from: string): GitFolders | undefined {
  for (let top = from; ; top = dirname(top)) {
    const git = gitFolderIn(top);
    if (git || dirname(top) === top) return git;
  }
}

function gitFolderIn(top: string): GitFolders | undefined {
  const git = join(top, '.git');
  if (existsSync(git)) return { top, common: realFolder(commonFolder(git)) };
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(top, name))) && isBare(top)
    ? { top, common: top }
    : undefined;
}

/** In a worktree `.git` is a file that names a folder, which in turn names the common one. */
function commonFolder(git: string): string {
  if (statSync(git).isDirectory()) return git;
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(textOf(git))?.[1];
  if (named === undefined) return git;
  const own = resolve(dirname(git), named);
  const common = join(own, 'commondir');
  return existsSync(common) ? resolve(own, textOf(common).trim()) : own;
}

/** The main worktree, which lies next to the common `.git`; a bare repository has none, and counts as itself. */
function identityOf({ top, common }: GitFolders): string {
  if (basename(common) === '.git') return dirname(common);
  if (isBare(common)) return common;
  // A submodule's own folder lies inside the outer repository, and names its worktree.
  const worktree = settingOf(common, 'core', 'worktree');
  return worktree === undefined ? top : realFolder(resolve(common, worktree));
}

function nameOf(root: string, isRepository: boolean): string {
  const name = isRepository ? basename(root).replace(/(?<=.)\.git$/, '') : basename(root);
  // "shop/.bare" is a way to keep a bare repository among its worktrees.
  return (isRepository && name.startsWith('.') && isBare(root) ? basename(dirname(root)) : name) || 'root';
}

const isBare = (common: string): boolean =>
  /^(true|yes|on|1)$/i.test(settingOf(common, 'core', 'bare') ?? '');

function remoteOf(common: string): string | null {
  const origin = settingOf(common, 'remote "origin"', 'url');
  // A token may stand in the address; it is not part of the name.
  return origin === undefined ? null : withoutCredentials(origin);
}

/** A value of a repository's own settings. */
function settingOf(common: string, section: string, key: string): string | undefined {
  // Once worktrees have settings of their own, the main one's lie in the second file.
  for (const file of ['config', 'config.worktree']) {
    let within = '';
    for (const line of textOf(join(common, file)).split('\n')) {
      within = /^\s*\[([^\]]*)\]/.exec(line)?.[1] ?? within;
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (within.toLowerCase() === section && name?.toLowerCase() === key) return unquoted(value!);
    }
  }
  return undefined;
}

const unquoted = (value: string): string => /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value;

/** What a file of git says; nothing where it cannot be read, since a broken repository is no reason to remember less. */
const textOf = (path: string): string => foreignText(path, { maxBytes: MAX_GIT_BYTES }) ?? '';

/** Thousands of branches fit into it. */
const MAX_GIT_BYTES = 2 ** 24;

function realFolder(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) ? realpathSync(path) : path;
}
