import { extname } from 'node:path/posix';

/** A file that is no longer where it was. */
export interface RemovedFile {
  id: number;
  path: string;
  hash: string | null;
  /** Of its symbols' texts. */
  hashes: readonly string[];
}

/** A file that was not there before. */
export interface AddedFile {
  path: string;
  hash: string;
  size: number;
  hashes: readonly string[];
}

/** Finds which files only moved: those of the same content, and those that kept at least half of their symbols. */
export function movedFiles(gone: readonly RemovedFile[], came: readonly AddedFile[]): Map<string, number> {
  const moved = new Map<string, number>();
  const left = new Map(gone.map((file) => [file.id, file]));
  const claim = (to: AddedFile, from: RemovedFile): void => {
    moved.set(to.path, from.id);
    left.delete(from.id);
  };
  for (const to of came) {
    const same = to.size < MIN_TEXT_CHARS ? [] : [...left.values()].filter(({ hash }) => hash === to.hash);
    const from = same.find(({ path }) => nameOf(path) === nameOf(to.path)) ?? same[0];
    if (from) claim(to, from);
  }
  const byText = new Map<string, RemovedFile[]>();
  for (const file of left.values())
    for (const text of new Set(file.hashes)) byText.set(text, [...(byText.get(text) ?? []), file]);
  for (const to of came) {
    if (moved.has(to.path)) continue;
    const from = mostAlike(to, byText, left);
    if (from) claim(to, from);
  }
  return moved;
}

/** Less than this may be in two files by chance. */
const MIN_TEXT_CHARS = 40;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function mostAlike(
  to: AddedFile,
  byText: ReadonlyMap<string, readonly RemovedFile[]>,
  left: ReadonlyMap<number, RemovedFile>,
): RemovedFile | undefined {
  const shared = new Map<RemovedFile, number>();
  for (const text of new Set(to.hashes))
    for (const file of byText.get(text) ?? [])
      if (left.has(file.id) && extname(file.path) === extname(to.path))
        shared.set(file, (shared.get(file) ?? 0) + 1);
  const [best] = [...shared].sort(([, a], [, b]) => b - a);
  return best && best[1] >= Math.max(2, best[0].hashes.length / 2) ? best[0] : undefined;
}
