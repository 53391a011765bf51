import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { otherRemotes } from '@sqrl/base/git/head.ts';
import { placerIn } from '@sqrl/base/paths.ts';
import { AGENT_CLIENTS } from '../clients/clients.ts';
import { FOLDER_RULES } from '../clients/rule-files.ts';
import { ANY_REMOTE } from './foreign-command.ts';
import type { TextOrigin } from './foreign-words.ts';
import { trackedPaths } from './git-index.ts';
import { otherMachine } from './other-machine.ts';
import type { ProjectOwnership } from './taint.ts';

export interface ProjectFiles {
  /** Where it lies; undefined where that is not known, or not on this machine. */
  root: string | undefined;
  /** Folders that its sessions ran in: worktrees are the project too. */
  folders: readonly string[];
}

export interface SessionFiles {
  /** Where it began: relative words of its commands are seen from there. */
  cwd: string | null;
  /** Whether an agent wrote a file in another session. */
  isAgents(path: string): boolean;
}

/**
 * Tells the project's own files from others: its own are those that git tracks and that are not vendored, and what agents wrote
 * themselves. A file that is gone, or in a project without git on this machine, is judged by its path alone.
 */
export function ownFiles({
  root,
  folders,
}: ProjectFiles): (session: SessionFiles) => Omit<ProjectOwnership, 'isOwnProgram'> {
  const place = placerIn([...new Set([...(root === undefined ? [] : [root]), ...folders])]);
  const elsewhere = otherMachine(root);
  const remotes = new Set(root === undefined ? [] : otherRemotes(root));
  const tracked = root === undefined ? undefined : trackedPaths(root);
  const isUntracked = (path: string): boolean =>
    tracked !== undefined && !tracked.has(path) && isFile(join(root!, path));

  return ({ cwd, isAgents }) => {
    const known = new Map<string, TextOrigin>();
    const judge = ({ path, outside }: { path: string; outside: boolean }): TextOrigin => {
      if (VENDORED.test(path)) return 'stranger';
      return (outside ? !isHarmless(path) : isUntracked(path)) && !isAgents(path) ? 'unknown' : 'local';
    };
    return {
      isOtherRemote: (name) => (name === ANY_REMOTE ? remotes.size > 0 : remotes.has(name)),
      originOf(file) {
        const name = `${file.outside} ${file.path}`;
        const answer = known.get(name) ?? judge(file);
        known.set(name, answer);
        return answer;
      },
      fileOf(word) {
        // A pattern or a program's text is not a file.
        if (/[\s|{}()\\^;]/.test(word)) return undefined;
        const named = place(word, cwd);
        const placed = (named.outside ? elsewhere(named.path) : undefined) ?? named;
        // Whose home that is, the session's folder does not always tell.
        if (placed.path.startsWith('~')) return { ...placed, outside: true };
        return placed.outside && !/^(?:[/~]|\.\.)/.test(word) ? undefined : placed;
      },
    };
  };
}

/** Folders and files that hold what others wrote, tracked or not. */
const VENDORED =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor|vendored|third[_-]?party|site-packages|dist-packages|\.venv|venv|\.tox|Pods|Carthage|\.yarn|\.pnpm-store|\.cargo|\.gradle|\.m2|\.terraform)(?:\/|$)|[.-]min\.(?:js|mjs|cjs|css)$/;

/** Devices, and what the person or their agents keep in a client's own folder: rules, plans, an agent's notes. */
const isHarmless = (path: string): boolean =>
  /^\/(?:dev|proc|sys)(?:\/|$)/.test(path) || isKeptByClient(path);

/** From the home folder on: a clone may hold a folder of the same name. */
function isKeptByClient(path: string): boolean {
  const [, below] =
    /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\/Users\/[^/]+)\/(.+)$/.exec(path) ?? [];
  return AGENT_CLIENTS.some(({ logs, rules }) => {
    const folder = `${logs.folder({ person: '', platform: 'linux', env: {} }).replaceAll('\\', '/')}/`;
    if (!below?.startsWith(folder)) return false;
    const file = below.slice(folder.length);
    return FOLDER_RULES.includes(file) || rules.personal.includes(file) || rules.keeps?.test(file) === true;
  });
}

const isFile = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
};
