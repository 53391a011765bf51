import { join } from 'node:path';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { gitText } from '@sqrl/base/git/head.ts';
import { type GitOptions, startGit } from '@sqrl/base/git/process.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { Problem } from '@sqrl/base/problem.ts';

export interface HistoryRepository extends GitOptions {
  root: string;
}

/** What git answers; undefined where it could not, or there is none. Nothing is written, and nothing of the repository's runs. */
export async function askGit(
  { root, ...options }: HistoryRepository,
  args: readonly string[],
  input = '',
): Promise<string | undefined> {
  const { child, failure } = startGit(root, args, options);
  const parts: Buffer[] = [];
  let size = 0;
  child.stdin.end(input);
  try {
    for await (const part of child.stdout as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_OUTPUT_BYTES) return undefined;
      parts.push(part);
    }
    await failure;
    return Buffer.concat(parts).toString('utf8');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  } finally {
    // A caller that stops reading must not leave git running.
    child.kill('SIGKILL');
  }
}

/** No answer that is longer is worth its while. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

export const contains = async (
  repository: HistoryRepository,
  whole: string,
  part: string,
): Promise<boolean> => (await askGit(repository, ['merge-base', '--is-ancestor', part, whole])) !== undefined;

/**
 * Whether the changes of a branch are in a trunk though its commits are not: each of them was put on top of it, all of
 * them went in as one, or the trunk once looked exactly like the branch.
 */
export async function isSameChange(
  repository: HistoryRepository,
  { tip, trunk }: { tip: string; trunk: string },
): Promise<boolean> {
  const base = (await askGit(repository, ['merge-base', trunk, tip]))?.trim();
  if (!base) return false;
  const trees = await askGit(repository, [
    'log',
    '--format=%T',
    `--max-count=${MAX_COMMITS}`,
    `${base}..${trunk}`,
    '--',
  ]);
  const [mine, before] =
    (await askGit(repository, ['rev-parse', `${tip}^{tree}`, `${base}^{tree}`]))?.split('\n') ?? [];
  if (mine && mine !== before && trees?.split('\n').includes(mine)) return true;

  const files = await filesOn(repository, base, tip);
  if (files.length === 0) return false;
  // Only what it does to the branch's own files: the rest of a commit is none of the branch's business.
  const below = files.length > MAX_FILES ? [] : files;
  const there = await patchIds(repository, ['log', ...PATCH, `${base}..${trunk}`, '--', ...below]);
  if (there.size === 0) return false;
  const commits = await patchIds(repository, ['log', ...PATCH, `${base}..${tip}`, '--']);
  if (commits.size > 0 && [...commits].every((id) => there.has(id))) return true;
  const [whole] = await patchIds(repository, ['diff', ...DIFF, base, tip, '--']);
  return whole !== undefined && there.has(whole);
}

const MAX_COMMITS = 2000;
const MAX_FILES = 500;

// Without lines around a change: others may have changed those meanwhile.
const DIFF = [
  '-U0',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--full-index',
  '-O/dev/null',
];
const PATCH = [
  '-p',
  '--no-merges',
  '--no-show-signature',
  '--no-notes',
  `--max-count=${MAX_COMMITS}`,
  ...DIFF,
];

async function filesOn(repository: HistoryRepository, base: string, tip: string): Promise<string[]> {
  const args = [
    'log',
    '-z',
    '--no-merges',
    '--no-renames',
    '--name-only',
    '--format=',
    `${base}..${tip}`,
    '--',
  ];
  const said = await askGit(repository, args);
  return [...new Set((said ?? '').split('\0').map((path) => path.trim()))]
    .filter((path) => path !== '')
    .sort();
}

async function patchIds(repository: HistoryRepository, args: readonly string[]): Promise<Set<string>> {
  const patches = await askGit(repository, ['--literal-pathspecs', ...args]);
  if (!patches) return new Set();
  const said = await askGit(repository, ['patch-id', '--stable'], patches);
  return new Set((said ?? '').split('\n').flatMap((line) => line.split(' ')[0] || []));
}

/** Leaves out what is staged on a branch that is checked out in no worktree of the project. */
export function applying<T extends { memory: Memory }>(
  project: Project | undefined,
  found: readonly T[],
): T[] {
  if (!project || found.every(({ memory }) => memory.branch === null)) return [...found];
  const here = [project.root, ...(project.clones ?? [])].map(checkedOut);
  return found.filter(({ memory: { branch } }) => branch === null || here.some((set) => set.has(branch)));
}

function checkedOut(root: string): Set<string> {
  const worktrees = join(root, '.git', 'worktrees');
  const heads = [
    join(root, '.git', 'HEAD'),
    // A bare repository has its own next to its objects.
    join(root, 'HEAD'),
    ...namesIn(worktrees).map((name) => join(worktrees, name, 'HEAD')),
    ...namesIn(join(root, 'worktrees')).map((name) => join(root, 'worktrees', name, 'HEAD')),
  ];
  return new Set(heads.flatMap((head) => /^ref: refs\/heads\/(.+)$/m.exec(gitText(head))?.[1]?.trim() ?? []));
}
