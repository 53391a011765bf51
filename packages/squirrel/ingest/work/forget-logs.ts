import { forgetReadingsOf, forgetUntil, forgottenUntil } from '../../store/events/readings.ts';
import { clearUnsettled } from '../../store/projects.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { forgottenKey } from './log-stores.ts';

/**
 * Sees to it that what is erased is not read again from the logs that still hold it: until now everything of that
 * project stays forgotten, from now on it is remembered as before.
 */
export function beginForgetting(engine: Engine, of: 'project' | 'user' | 'both'): { end(): void } {
  const user = engine.user.store;
  const before = forgottenUntil(user);
  const now = engine.now();
  const projects = [
    ...(of !== 'user' && engine.project ? [engine.project.id] : []),
    ...(of !== 'project' ? [null] : []),
  ];
  const remember = () =>
    user.transaction(() => {
      for (const [project, at] of before) forgetUntil(user, project, at);
      for (const project of projects) forgetUntil(user, forgottenKey(project), now);
    });
  // First, so that a crash in between cannot bring back what is erased; how far a log was read may hold parts of it.
  remember();
  if (of !== 'user')
    user.transaction(() => {
      forgetReadingsOf(engine.own.store, user);
      if (engine.project) clearUnsettled(user, engine.project.id);
    });
  // Once more: it stands in the store that may just have been erased.
  return { end: remember };
}
