import { join } from 'node:path';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { gitText } from '@sqrl/base/git/head.ts';
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
  return new Set(heads.flatMap((head) => /^ref: refs\/heads\/(.+)$/m.exec(gitText(head))?.[1]?.trim() ?? []));
}
