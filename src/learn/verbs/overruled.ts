import type { Memory } from '../../model/memory.ts';
import { keysHeld } from '../../store/memory/standing.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isOfKey } from '../observe/statements/keyed.ts';
import { claimsOf } from './claim-of.ts';

/**
 * Which of some memories do not hold here: the user's own word holds everywhere but where they gave this project another
 * under the same name, be it a memory of its own or a sentence of one that stands beside it. What others say of the project
 * is told next to it.
 */
export function overruled(engine: Engine, memories: readonly Memory[]): Set<string> {
  const general = memories.filter(({ scope, key }) => scope === 'global' && key !== null);
  if (general.length === 0 || engine.own === engine.user) return new Set();
  const held = new Set(
    keysHeld(
      engine.own.store,
      general.map(({ key }) => key!),
    ),
  );
  const mixed = memories.filter(
    ({ scope, key, userId }) => scope === 'project' && key === null && userId === null,
  );
  // Most texts do not even name what may be chosen; those need not be understood.
  const claims = (key: string) =>
    mixed.some((each) => isOfKey(key, each.text) && claimsOf(each).some((claim) => claim.key === key));
  return new Set(general.filter(({ key }) => held.has(key!) || claims(key!)).map(({ id }) => id));
}
