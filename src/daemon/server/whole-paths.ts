import { isAbsolute } from 'node:path';
import { Problem } from '../../model/problem.ts';
import type { Verb } from '../../protocol/verbs.ts';

/** Where verbs take the path of any file or folder of the person's. */
const NAMED: Partial<Record<Verb, string>> = {
  backup: 'file',
  restore: 'file',
  index: 'folder',
  ingest: 'paths',
  teach: 'paths',
  graphImportScip: 'file',
};

/** Refuses an input that names a file by half its path: the daemon is nowhere in particular, and would take another one. */
export function requireWholePaths(verb: Verb, input: unknown): void {
  const field = NAMED[verb];
  if (field === undefined) return;
  for (const path of [(input as Record<string, unknown> | null)?.[field]].flat())
    if (typeof path === 'string' && (!isAbsolute(path) || path.includes('\0')))
      throw new Problem(`${field} must be a whole path.`, 'Name it from the root on.', 'usage');
}
