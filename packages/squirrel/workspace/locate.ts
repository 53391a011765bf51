import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { gitText } from '@sqrl/base/git/head.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { hostPath } from '@sqrl/base/model/sync/hub-protocol.ts';
import { worktreeAround } from '@sqrl/base/paths.ts';
import { withoutCredentials } from './remote.ts';

/** A folder's project as far as the folder itself tells. */
export interface LocatedFolder extends Project {
  /** What all clones of the repository share: the address of its origin; null where it has none. */
  key: string | null;
  isRepository: boolean;
  /** The id of the project that it is known to be a worktree of. */
  belongsTo?: string;
}

/**
 * The project a folder belongs to: its repository, whichever worktree or clone it is, or the folder itself outside one.
 * Where a home is at hand `resolveProject` knows more: clones without an origin, and folders that were known before.
 */
export function locateProject(folder: string): Project {
  const { id, name, root, remote } = locateFolder(folder);
  return { id, name, root, remote };
}

export function locateFolder(folder: string): LocatedFolder {
  const from = realFolder(folder);
  const git = gitFolderAbove(from) ?? repositoryBeside(from);
  const root = git ? identityOf(git) : from;
  const name = nameOf(root, git !== undefined);
  const key = git ? originKey(git) : null;
  return {
    id: projectId(key ?? root, key === null ? name : basename(key)),
    ...{ name, root, key, isRepository: git !== undefined },
    remote: git ? remoteOf(git.common) : null,
  };
}

/** A folder that is gone, of which a log says to which repository it belonged. */
export function goneFolder(root: string, key: string | null): LocatedFolder {
  const name = nameOf(root, false);
  return {
    id: projectId(key ?? root, key === null ? name : basename(key)),
    ...{ name, root, key, isRepository: false, remote: null },
  };
}

function projectId(identity: string, name: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 10);
  const safe =
    name
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '') || 'project';
  return `${safe.slice(0, 40)}-${hash}`;
}

/** What clones of one repository share, of an address in any form: `github.com/ann/shop`; null for one on this machine. */
export function repositoryKey(address: string): string | null {
  const key = isFilePath(address) ? undefined : hostPath(withoutCredentials(address));
  // Logs that were made anonymous name `https://host/..git`.
  return key !== undefined && /[a-z0-9]/i.test(basename(key)) ? key : null;
}

/** Whether a folder is the top of a project: the project itself, one of its clones, or a worktree of either. */
export function isTopOf({ root, clones = [], remote }: TopOf, folder: string): boolean {
  const top = realFolder(folder);
  const roots = [root, ...clones];
  if (roots.includes(top)) return true;
  const git = gitFolderIn(top);
  if (git === undefined) return false;
  if (roots.includes(identityOf(git))) return true;
  const key = remote === null ? null : repositoryKey(remote);
  return key !== null && originKey(git) === key;
}

type TopOf = Pick<Project, 'root' | 'clones' | 'remote'>;

/** Every worktree that git knows of, also of those that are gone. */
export function worktreesOf(root: string): string[] {
  const folder = join(root, '.git', 'worktrees');
  return namesIn(folder).map((name) =>
    gitText(join(folder, name, 'gitdir'))
      .trim()
      .replace(/[\\/]\.git$/, ''),
  );
}

/** The key of a repository's origin. The clone of a folder on this machine is a clone of what that one was cloned from. */
function originKey(git: GitFolders): string | null {
  let at: GitFolders | undefined = git;
  for (let step = 0; at && step < MAX_ORIGIN_STEPS; step++) {
    const origin = settingOf(at.common, 'remote "origin"', 'url');
    if (origin === undefined) return null;
    if (!isFilePath(origin)) return repositoryKey(origin);
    const path = resolve(at.top, origin.replace(/^file:\/\/(?:localhost)?/i, ''));
    at = gitFolderIn(path) ?? gitFolderIn(`${path}.git`);
  }
  return null;
}

const MAX_ORIGIN_STEPS = 3;

const isFilePath = (address: string): boolean => /^(?:[/\\.~]|[a-z]:[/\\]|file:)/i.test(address);

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
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(gitText(git))?.[1];
  if (named === undefined) return git;
  const own = resolve(dirname(git), named);
  const common = join(own, 'commondir');
  return existsSync(common) ? resolve(own, gitText(common).trim()) : own;
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
    for (const line of gitText(join(common, file)).split('\n')) {
      within = /^\s*\[([^\]]*)\]/.exec(line)?.[1] ?? within;
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (within.toLowerCase() === section && name?.toLowerCase() === key) return unquoted(value!);
    }
  }
  return undefined;
}

const unquoted = (value: string): string => /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value;

function realFolder(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) ? realpathSync(path) : path;
}
