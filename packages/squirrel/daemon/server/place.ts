import { isAbsolute } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import type { CallScope } from '../../protocol/wire.ts';

/** The place that an address names; a folder must be named in full, since the daemon is nowhere in particular. */
export function requestScope(query: URLSearchParams): CallScope {
  const project = query.get('project') ?? undefined;
  const called = query.get('called') ?? undefined;
  for (const text of [project, called]) if (text?.includes('\0')) throw strange();
  if (project !== undefined && !isAbsolute(project)) throw strange();
  return {
    ...(project !== undefined && { project }),
    ...(called !== undefined && { called, project: project ?? '/' }),
    ...(query.get('global') === '1' && { global: true }),
  };
}

const strange = (): Problem =>
  new Problem('project must be an absolute path.', 'Pass the absolute path of the project folder.', 'usage');
