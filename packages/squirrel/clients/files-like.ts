import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const MAX_RULE_FILES = 200;

/** The files that paths and glob patterns name in a folder; a path is given whether it is there or not. */
export const ruleFilesAt = (folder: string, patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) =>
    pattern.includes('*') ? filesLike(folder, pattern) : [join(folder, pattern)],
  );

export function filesLike(cwd: string, pattern: string, exclude: readonly string[] = []): string[] {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return [];
  return globSync(pattern, { cwd, exclude: [...exclude] })
    .sort()
    .slice(0, MAX_RULE_FILES)
    .map((path) => join(cwd, path));
}
