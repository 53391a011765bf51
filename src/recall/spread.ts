import type { Hit } from './find.ts';

/** This share of the answers wanted go to the best, wherever they come from. */
const BEST = 0.6;

/**
 * Gives the last of the places wanted to episodes that are not there yet, the best answer of each: who asks what was
 * ever said about something is not served by ten answers out of one conversation. What has no episode keeps its place.
 */
export function spread(hits: readonly Hit[], wanted: number): Hit[] {
  const sure = Math.ceil(wanted * BEST);
  const first = hits.slice(0, sure);
  const seen = new Set(first.flatMap(({ episode }) => episode ?? []));
  const fresh: Hit[] = [];
  const others: Hit[] = [];
  for (const hit of hits.slice(sure)) {
    if (hit.episode !== undefined && seen.has(hit.episode)) others.push(hit);
    else {
      fresh.push(hit);
      if (hit.episode !== undefined) seen.add(hit.episode);
    }
  }
  return [...first, ...fresh, ...others].map((hit, place) =>
    place < wanted && hits.indexOf(hit) >= wanted
      ? { ...hit, why: [...hit.why, `from another episode, up from #${hits.indexOf(hit) + 1}`] }
      : hit,
  );
}
