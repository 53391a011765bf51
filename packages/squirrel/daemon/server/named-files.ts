import { isAbsolute } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { findRules } from '../../learn/verbs/find-rules.ts';
import type { Verb } from '../../protocol/verbs.ts';
import type { CallScope } from '../../protocol/wire.ts';
import type { ServerContext } from './context.ts';

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
  for (const path of namedIn(verb, input))
    if (typeof path === 'string' && (!isAbsolute(path) || path.includes('\0')))
      throw new Problem(
        `${NAMED[verb]} must be an absolute path.`,
        'Pass an absolute path, such as /home/me/notes.md.',
        'usage',
      );
}

/**
 * Refuses a file that a page names, unless we found it ourselves: a client with the token may read the person's files anyway,
 * a page may not, and must not through us.
 */
export async function requireFound(
  context: ServerContext,
  place: CallScope,
  verb: Verb,
  input: unknown,
): Promise<void> {
  if ((input as { mine?: unknown } | null)?.mine)
    throw new Problem(
      'The panel cannot mark a file as yours.',
      `Use a terminal: \`sqrl help ${verb}\`.`,
      'usage',
    );
  const named = namedIn(verb, input);
  if (named.length === 0) return;
  const found =
    verb === 'teach'
      ? await context.at(place, async (engine) => findRules(engine).map(({ path }) => path))
      : [];
  if (!named.every((path) => found.includes(path as string)))
    throw new Problem('The panel cannot name files.', `Use a terminal: \`sqrl help ${verb}\`.`, 'usage');
}

function namedIn(verb: Verb, input: unknown): unknown[] {
  const field = NAMED[verb];
  const given = field === undefined ? undefined : (input as Record<string, unknown> | null)?.[field];
  return given === undefined ? [] : [given].flat();
}
