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
