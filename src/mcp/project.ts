import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../model/problem.ts';

/** Chooses the folder that a request is about: the one it names, else one of the client's roots, else where it was started. */
export function chooseFolder(
  named: string | undefined,
  { roots, cwd }: { roots: readonly string[]; cwd: string },
): string {
  const base = rootFor(roots, cwd) ?? cwd;
  if (named === undefined || named.trim() === '') return base;
  const folder = pathOf(named) ?? resolve(base, named);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return folder;
  throw new Problem(
    found ? `${folder} is not a folder.` : `There is no folder ${folder}.`,
    'Give the absolute path of the project’s folder, or leave it out for the present one.',
    'not_found',
  );
}

/** The folders among a client's roots. */
export const foldersOf = (roots: readonly { uri: string }[]): string[] =>
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
