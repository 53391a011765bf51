import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Project } from '../model/project.ts';

/** The project a folder belongs to: its repository by the main worktree, or the folder itself outside one. */
export function locateProject(folder: string): Project {
  const from = realFolder(folder);
  const git = gitFolderAbove(from);
  const root = git ? mainWorktree(git) : from;
  const name = basename(root) || 'root';
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 10);
  const safe =
    name
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '') || 'project';
  return { id: `${safe.slice(0, 40)}-${hash}`, name, root, remote: git ? remoteOf(git.common) : null };
}

interface Git {
  /** The folder that holds `.git`. */
  top: string;
  /** The repository's own folder, the same for all its worktrees. */
  common: string;
}

function gitFolderAbove(from: string): Git | undefined {
  for (let top = from; ; top = dirname(top)) {
    const git = join(top, '.git');
    if (existsSync(git)) return { top, common: commonFolder(git) };
    if (dirname(top) === top) return undefined;
  }
}

/** In a worktree `.git` is a file that names a folder, which in turn names the common one. */
function commonFolder(git: string): string {
  if (statSync(git).isDirectory()) return git;
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(git, 'utf8'))?.[1];
  if (named === undefined) return git;
  const own = resolve(dirname(git), named);
  const common = join(own, 'commondir');
  return existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own;
}

/** A worktree's main one lies beside the common `.git`; submodules and bare repositories stand for themselves. */
const mainWorktree = ({ top, common }: Git): string => (basename(common) === '.git' ? dirname(common) : top);

function remoteOf(common: string): string | null {
  const config = join(common, 'config');
  if (!existsSync(config)) return null;
  const origin = /\[remote "origin"\][^[]*?^\s*url\s*=\s*(.+?)\s*$/ms.exec(readFileSync(config, 'utf8'))?.[1];
  // Somebody's token may stand in the address; it is no part of the name.
  return origin?.replace(/^(\w+:\/\/)[^/@]*@/, '$1') ?? null;
}

function realFolder(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) ? realpathSync(path) : path;
}
