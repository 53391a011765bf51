import { isAbsolute, relative } from 'node:path';
import type { Project } from '../model/project.ts';

/** A file as memories name it: from the project's root, with slashes; one outside the project keeps its whole path. */
export function inProject(project: Project | undefined, file: string): string {
  if (!project || !isAbsolute(file)) return file.replaceAll('\\', '/');
  const path = relative(project.root, file);
  return (path.startsWith('..') || isAbsolute(path) ? file : path || '.').replaceAll('\\', '/');
}
