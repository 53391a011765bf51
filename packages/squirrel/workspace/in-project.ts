import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative } from 'node:path';
import type { Project } from '@sqrl/base/model/project.ts';
import { isTopOf } from './locate.ts';

/**
 * A file as memories name it: from the top of the project's worktree it lies in, with slashes; one outside the project
 * keeps its whole path.
 */
export function inProject(project: Project | undefined, file: string): string {
  if (!isAbsolute(file)) return tidy(file);
  if (!project) return file.replaceAll('\\', '/');
  // As it is called first: a link inside the project to somewhere else is still the project's.
  const path = belowTop(project, file) ?? belowTop(project, realPath(file)) ?? file;
  return path.replaceAll('\\', '/');
}

function belowTop(project: Project, file: string): string | undefined {
  for (let top = file; ; top = dirname(top)) {
    if (isTopOf(project, top)) return relative(top, file) || '.';
    if (dirname(top) === top) return undefined;
  }
}

/** Follows links as far as the path exists; a memory may be about a file that is gone. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}

/** "./src/" and "src" are the same place. */
function tidy(file: string): string {
  const path = file.replaceAll('\\', '/');
  return path === '' ? path : posix.normalize(path).replace(/(?<=.)\/+$/, '');
}
