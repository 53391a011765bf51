import type { Sighting } from '../../model/sighting.ts';

/**
 * What the agents of a session saw, as one list, with what they show only together. Where several saw the same, it is
 * one sighting of so many agents: two who noticed it on their own are worth as much as two sessions.
 */
export function mergeAgents(
  byAgent: readonly (readonly Sighting[])[],
  together: readonly Sighting[] = [],
): Sighting[] {
  const matters = new Map<string, Sighting[][]>();
  for (const sightings of byAgent) {
    const own = new Map<string, Sighting[]>();
    for (const sighting of sightings) {
      const name = `${sighting.signal}:${sighting.matter}`;
      own.set(name, [...(own.get(name) ?? []), sighting]);
    }
    for (const [name, each] of own) matters.set(name, [...(matters.get(name) ?? []), each]);
  }
  for (const { signal, matter } of together) matters.delete(`${signal}:${matter}`);
  return [...matters.values()]
    .flatMap((agents) => (agents.length === 1 ? agents[0]! : [asOne(agents)]))
    .concat(together)
    .sort(inOrder);
}

/** Whatever order agents came in, the one that says it most clearly speaks for all. */
function asOne(agents: readonly Sighting[][]): Sighting {
  const all = agents.flat().sort((a, b) => b.strength - a.strength || inOrder(a, b));
  const first = all[0]!;
  return {
    ...first,
    events: [...new Set(all.flatMap(({ events }) => events))].slice(0, MAX_EVENTS),
    tainted: all.some(({ tainted }) => tainted),
    agents: agents.length,
  };
}

const MAX_EVENTS = 8;

const inOrder = (a: Sighting, b: Sighting): number =>
  a.at - b.at || order(a.signal, b.signal) || order(a.matter, b.matter) || order(a.events[0], b.events[0]);

const order = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
