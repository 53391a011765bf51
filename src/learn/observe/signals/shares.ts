import type { KeptSighting } from '../../../model/sighting.ts';

/** In how many sessions a name stood among some facts, the most frequent first. */
export function sharesOf(
  seen: readonly KeptSighting[],
  names: (facts: KeptSighting['facts']) => readonly string[],
): { name: string; sessions: number; of: number }[] {
  const bySession = new Map<string, Set<string>>();
  for (const { session, facts } of seen) {
    const own = bySession.get(session) ?? new Set();
    for (const name of names(facts)) own.add(name);
    bySession.set(session, own);
  }
  const counts = new Map<string, number>();
  for (const own of bySession.values()) for (const name of own) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, sessions]) => ({ name, sessions, of: bySession.size }))
    .sort((a, b) => b.sessions - a.sessions || (a.name < b.name ? -1 : 1));
}

/** How many sessions there are among sightings. */
export const sessionsIn = (seen: readonly KeptSighting[]): number =>
  new Set(seen.map(({ session }) => session)).size;

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The list of strings that some facts have under a name. */
export const stringsUnder = (facts: KeptSighting['facts'], name: string): readonly string[] =>
  Array.isArray(facts[name]) ? facts[name].filter((each): each is string => typeof each === 'string') : [];
