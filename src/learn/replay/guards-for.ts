import type { AgentAction, Trigger } from '../../model/trigger.ts';
import { applies } from '../guards/applies.ts';
import type { SessionActions } from '../guards/session-actions.ts';

interface ActiveGuard {
  id: string;
  trigger: Trigger;
  confidence: number;
}

/**
 * The guards to show just before an action, surest first: two at most, none that the session was shown already, and of
 * those that expect the same failure only one.
 */
export function guardsFor<G extends ActiveGuard>(
  guards: readonly G[],
  { action, doings, shown }: { action: AgentAction; doings: SessionActions; shown: ReadonlySet<string> },
): G[] {
  const fitting = guards
    .filter(({ id, trigger }) => !shown.has(id) && applies(trigger, action, doings))
    .sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  const expected = new Set<string>();
  return fitting
    .filter(
      ({ trigger: { expects } }) => expects === null || (!expected.has(expects) && expected.add(expects)),
    )
    .slice(0, MAX_GUARDS);
}

const MAX_GUARDS = 2;
