import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Project } from '@sqrl/base/model/project.ts';

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
  return new Set(heads.flatMap((head) => /^ref: refs\/heads\/(.+)$/m.exec(textOf(head))?.[1]?.trim() ?? []));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What a file of git says; nothing where it cannot be read. */
const textOf = (path: string): string => foreignText(path, { maxBytes: MAX_GIT_BYTES }) ?? '';

/** Thousands of branches fit into it. */
const MAX_GIT_BYTES = 2 ** 24;
