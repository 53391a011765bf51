import { isAbsolute } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { findRules } from '../../learn/verbs/find-rules.ts';
import { TRAITS } from '../../protocol/traits.ts';
import type { Verb } from '../../protocol/verbs.ts';
import type { CallScope } from '../../protocol/wire.ts';
import { isGuardedSetting } from '../../workspace/config.ts';
import type { ServerContext } from './context.ts';

/** The place that an address names; a folder must be named in full, since the daemon is nowhere in particular. */
export function requestScope(query: URLSearchParams): CallScope {
  const project = query.get('project') ?? undefined;
  const called = query.get('called') ?? undefined;
  const isStrange = project !== undefined && !isAbsolute(project);
  if (isStrange || project?.includes('\0') || called?.includes('\0'))
    throw new Problem(
      'project must be an absolute path.',
      'Pass the absolute path of the project folder.',
      'usage',
    );
  return {
    ...(project !== undefined && { project }),
    ...(called !== undefined && { called, project: project ?? '/' }),
    ...(query.get('global') === '1' && { global: true }),
  };
}

/** Refuses an input that names a file by half its path: the daemon is nowhere in particular, and would take another one. */
export function requireWholePaths(verb: Verb, input: unknown): void {
  for (const path of namedIn(verb, input))
    if (typeof path === 'string' && (!isAbsolute(path) || path.includes('\0')))
      throw new Problem(
        `${TRAITS[verb]!.path} must be an absolute path.`,
        'Pass an absolute path, such as /home/me/notes.md.',
        'usage',
      );
}

/** Refuses what a page must not decide or change: one that was taken over could send texts and API keys elsewhere. */
export function requireForPages(verb: Verb, input: unknown): void {
  const { terminal } = (TRAITS[verb] ?? {}) as { terminal?: true | ((input: unknown) => boolean) };
  if (typeof terminal === 'function' ? terminal(input ?? {}) : terminal)
    throw new Problem(
      'The panel cannot decide what is shared with whom.',
      'Use a terminal: `sqrl help --all` lists the commands.',
      'forbidden',
    );
  if (verb !== 'settings') return;
  const { set } = (input ?? {}) as { set?: object };
  const guarded = Object.keys(set ?? {}).find(isGuardedSetting);
  if (guarded !== undefined)
    throw new Problem(
      `The panel cannot change ${guarded}: it decides where texts and API keys go.`,
      `Run \`sqrl config set ${guarded} VALUE\` in a terminal.`,
      'forbidden',
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
  const refused = (what: string) =>
    new Problem(`The panel cannot ${what}.`, `Use a terminal: \`sqrl help ${verb}\`.`, 'usage');
  if ((input as { mine?: unknown } | null)?.mine) throw refused('mark a file as yours');
  const named = namedIn(verb, input);
  if (named.length === 0) return;
  const found =
    verb === 'teach'
      ? await context.at(place, async (engine) => findRules(engine).map(({ path }) => path))
      : [];
  if (!named.every((path) => found.includes(path as string))) throw refused('name files');
}

function namedIn(verb: Verb, input: unknown): unknown[] {
  const field = TRAITS[verb]?.path;
  const given = field === undefined ? undefined : (input as Record<string, unknown> | null)?.[field];
  return given === undefined ? [] : [given].flat();
}
