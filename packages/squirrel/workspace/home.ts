import { join } from 'node:path';
import type { Project } from '@sqrl/base/model/project.ts';

export const homeOf = (root: string) => ({
  root,
  config: join(root, 'config.toml'),
  /** When memories are promoted, archived and deleted. */
  policy: join(root, 'memory_policy.toml'),
  user: join(root, 'user.db'),
  projects: join(root, 'projects'),
  project: (project: Pick<Project, 'id'>) => join(root, 'projects', project.id, 'project.db'),
  /** Why hooks printed nothing. */
  hookLog: join(root, 'hook.log'),
  /** When each client last called a hook. */
  hookCalls: join(root, 'hook-calls.json'),
  /** Markdown that a person keeps; it is read into the user's memory. */
  notes: join(root, 'notes'),
  /** What was remembered, a file a day. */
  daily: join(root, 'notes', 'daily'),
});

export type Home = ReturnType<typeof homeOf>;
