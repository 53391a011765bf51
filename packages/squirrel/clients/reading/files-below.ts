import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files in a folder and those below it, down to a depth, in a steady order; none where there is no folder. */
export function filesBelow(folder: string, depth: number): string[] {
  const entries = entriesOf(folder);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  if (depth === 0) return files;
  const folders = entries.filter((entry) => entry.isDirectory());
  return [...files, ...folders.flatMap(({ name }) => filesBelow(join(folder, name), depth - 1))];
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
