import type { PrefetchedFile } from './types.ts';

/** Files as the first message tells of them. */
export const prefetched = (
  files: readonly { path: string; share: number | null; tokens: number | null }[],
  contents: Readonly<Record<string, string>> = {},
): PrefetchedFile[] =>
  files.map(({ path, share, tokens }) => ({
    ...{ path, share, tokens },
    isContentIncluded: Object.hasOwn(contents, path),
  }));

/** Files that nearly all similar work opened, and those that most of it did. */
export function prefetchLists(files: readonly PrefetchedFile[]): { always: string[]; often: string[] } {
  const between = (above: number, upTo: number) =>
    files.flatMap(({ path, share }) => ((share ?? 0) > above && (share ?? 0) <= upTo ? [path] : []));
  return { always: between(0.8, 1), often: between(0.5, 0.8) };
}
