import type { FileEvidence } from './evidence.ts';

/** How much of what was found lies in a file's folder: a module is rarely left after one step. */
export function filesInFolder(found: readonly { path: string; score: number }[]): FileEvidence {
  const total = found.reduce((sum, { score }) => sum + score, 0);
  const folders = new Map<string, number>();
  for (const { path, score } of found)
    folders.set(folderOf(path), (folders.get(folderOf(path)) ?? 0) + score / total);
  return new Map(
    found.map(({ path, score }) => [
      path,
      {
        score: Math.max(0, folders.get(folderOf(path))! - score / total),
        why: `same folder as others: ${folderOf(path) || '.'}`,
      },
    ]),
  );
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
