import type { KeptSighting, Sighting } from '@sqrl/base/model/sighting.ts';

/**
 * What the agents of a session saw, as one list, with what they show only together. Where several saw the same, it is
 * one sighting of several agents: two who noticed it on their own are worth as much as two sessions.
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
  const clearest = agents.map((own) => own.toSorted(byClarity)[0]!).sort(byClarity);
  const all = agents.flat().sort(byClarity);
  const byAgent = clearest.slice(0, MAX_AGENTS).map(({ events, facts }) => ({ events, facts }));
  return {
    ...clearest[0]!,
    events: [...new Set(all.flatMap(({ events }) => events))].slice(0, MAX_EVENTS),
    tainted: all.some(({ tainted }) => tainted),
    agents: agents.length,
    facts: { ...clearest[0]!.facts, [BY_AGENT]: byAgent },
  };
}

/**
 * What was seen, each agent of a quorum by itself, as if in a session of its own: for signals that count how often
 * something failed alike.
 */
export const eachAgent = (seen: readonly KeptSighting[]): KeptSighting[] =>
  seen.flatMap((one) => {
    const agents = one.facts[BY_AGENT] as Pick<KeptSighting, 'events' | 'facts'>[] | undefined;
    return agents?.map((own, i) => ({ ...one, ...own, session: `${one.session}${AGENT}${i}` })) ?? [one];
  });

export const countSessions = (seen: readonly KeptSighting[]): number =>
  new Set(seen.map(({ session }) => session.split(AGENT)[0])).size;

const BY_AGENT = 'byAgent';
/** In no session's name. */
const AGENT = '\0agent ';
const MAX_AGENTS = 4;
const MAX_EVENTS = 8;

const byClarity = (a: Sighting, b: Sighting): number => b.strength - a.strength || inOrder(a, b);

const inOrder = (a: Sighting, b: Sighting): number =>
  a.at - b.at || order(a.signal, b.signal) || order(a.matter, b.matter) || order(a.events[0], b.events[0]);

const order = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
