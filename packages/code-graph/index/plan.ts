import { basename } from 'node:path';
import { addCodeFile, type CodeFile, openPaths, setCodeFileState } from '../tables/files.ts';
import { nextGeneration } from '../tables/state.ts';
import type { OpenIndex } from './keep-readings.ts';
import type { ScannedFile } from './scan.ts';

/** What an update has to do. */
export interface Plan {
  read: ScannedFile[];
  gone: Map<string, CodeFile>;
}

/** Finds what is new, changed or gone, and has it wait in the store, so that it does not count as read. */
export function planOf(
  { store, catalog }: OpenIndex,
  files: readonly ScannedFile[],
  only?: readonly string[],
): Plan {
  const waiting = new Set(openPaths(store, 'waiting'));
  const read = files.filter(({ path, size, changedAt }) => {
    const known = catalog.files.get(path);
    return waiting.has(path) || !known || known.size !== size || known.changedAt !== changedAt;
  });
  const there = new Set(files.map(({ path }) => path));
  const isMeant = (path: string): boolean =>
    !only || only.some((one) => path === one || path.startsWith(`${one}/`));
  const gone = new Map([...catalog.files].filter(([path]) => isMeant(path) && !there.has(path)));
  if (read.length + gone.size > 0)
    store.transaction(() => {
      nextGeneration(store);
      for (const { path } of read) {
        const known = catalog.files.get(path);
        if (known) setCodeFileState(store, known.id, 'waiting');
        else catalog.set(addCodeFile(store, path, basename(path)));
      }
      for (const { id } of gone.values()) setCodeFileState(store, id, 'waiting');
    });
  return { read, gone };
}
