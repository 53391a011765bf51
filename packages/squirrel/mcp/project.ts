import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '@sqrl/base/problem.ts';

/**
 * Chooses the folder that a request is about: one of the client's roots, else where it was started. A request may name one
 * of those, or a folder of the same repository. An agent does not reach the memory of a project that its client does not
 * work in: a request to read or write there may come from foreign text.
 */
export function chooseFolder(
  named: string | undefined,
  { roots, cwd }: { roots: readonly string[]; cwd: string },
): string {
  const base = rootFor(roots, cwd) ?? cwd;
  if (named === undefined || named.trim() === '') return base;
  const folder = pathOf(named) ?? resolve(base, named);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    if ([base, ...roots].some((allowed) => isSameProject(folder, allowed))) return folder;
    throw new Problem(
      `${folder} belongs to another project than ${base}; agents can only access the project they work in.`,
      'Omit `project`, or ask the user to start the client there.',
      'not_found',
    );
  }
  throw new Problem(
    found ? `${folder} is not a folder.` : `Folder ${folder} does not exist.`,
    'Pass the absolute path of the project’s folder, or omit it for the current one.',
    'not_found',
  );
}

/** Two folders of one repository; outside of one, each folder is a project of its own. */
function isSameProject(one: string, other: string): boolean {
  const [a, b] = [realpathSync(one), existsSync(other) ? realpathSync(other) : other];
  if (a === b) return true;
  const repository = repositoryOf(a);
  return repository !== undefined && repository === repositoryOf(b);
}

/** The nearest folder above, or the folder itself, that git knows as the top of a work tree. */
export function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

/** The folders among a client's roots. */
export const rootFolders = (roots: readonly { uri: string }[]): string[] =>
  roots.flatMap(({ uri }) => {
    const folder = pathOf(uri);
    return folder !== undefined && isFolder(folder) ? [folder] : [];
  });

/** Of several roots the one that it was started in. */
function rootFor(roots: readonly string[], cwd: string): string | undefined {
  const around = (root: string) => {
    const way = relative(root, cwd);
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
  };
  return roots.find(around) ?? roots[0];
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};
