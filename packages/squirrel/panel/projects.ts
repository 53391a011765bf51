import { statSync } from 'node:fs';
import { countsOf, peek } from '../store/peek.ts';
import { projectsSeenAt } from '../store/projects.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Every project of the home, the last seen first, with what is known of each. */
export function projects(engine: Engine) {
  const seen = projectsSeenAt(engine.user.store);
  const { memories, needsReview } = countsOf(engine.user.store);
  return {
    projects: seen.map((project) => {
      const isCurrent = project.id === engine.project?.id;
      const counts = isCurrent ? countsOf(engine.own.store) : peek(engine.home.project(project));
      const isTold = typeof counts !== 'string';
      return {
        ...project,
        here: statSync(project.root, { throwIfNoEntry: false })?.isDirectory() ?? false,
        counts: isTold ? counts : null,
        because: isTold ? null : counts,
      };
    }),
    current: engine.project?.id ?? null,
    user: { memories, needsReview },
  };
}
