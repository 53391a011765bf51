import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** So many bytes of logs are worth a second thread; less is read sooner than one starts. */
export const MUCH = 24 * 2 ** 20;

/** Guesses whether much lies in some files and folders. Stops looking as soon as it knows. */
export function expectsMuch(places: readonly string[], much = MUCH): boolean {
  let left = much;
  const folders: { path: string; depth: number }[] = [];
  const weigh = (path: string): void => {
    left -= statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  };
  try {
    for (const path of places) {
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
      if (isFolder) folders.push({ path, depth: 0 });
      else weigh(path);
    }
    for (let next = folders.pop(); next !== undefined && left > 0; next = folders.pop())
      for (const entry of entriesOf(next.path)) {
        const path = join(next.path, entry.name);
        if (entry.isDirectory() && next.depth < DEEPEST) folders.push({ path, depth: next.depth + 1 });
        else if (entry.isFile() && LOG.test(entry.name)) weigh(path);
        if (left <= 0) break;
      }
  } catch {
    // Whoever reads will meet the same trouble, and tell of it.
  }
  return left <= 0;
}

const LOG = /\.(?:jsonl?|gz|zst|db|vscdb)$/;
const DEEPEST = 6;

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
