import type { Hit } from './find.ts';

/** This share of the answers wanted go to the best, wherever they come from … */
const BEST = 0.7;
/** … but for each that an episode has among them, its next one counts so much of the best score less. */
const AGAIN = 0.02;
/** How much the words that an episode shares with the question count beside its best answer. */
const WORDS = 0.3;

/**
 * Gives the last of the places wanted to episodes that are not there yet, the best answer of each: who asks what was
 * ever said about something is not served by ten answers out of one conversation. What has no episode keeps its place.
 */
export function spread(hits: readonly Hit[], wanted: number): Hit[] {
  const most = Math.max(0, ...hits.map(({ score }) => score)) || 1;
  const first = varied(hits, Math.ceil(wanted * BEST), AGAIN * most);
  const taken = new Set(first);
  const seen = new Set(first.flatMap(({ episode }) => episode ?? []));
  const fresh: Hit[] = [];
  const others: Hit[] = [];
  for (const hit of hits) {
    if (taken.has(hit)) continue;
    if (hit.episode !== undefined && seen.has(hit.episode)) others.push(hit);
    else {
      fresh.push(hit);
      if (hit.episode !== undefined) seen.add(hit.episode);
    }
  }
  const promise = ({ score, episodeWords = 0 }: Hit) => score / most + WORDS * episodeWords;
  // What has no episode stays where it is; the episodes take the places between by what they promise.
  const episodes = fresh.filter(({ episode }) => episode !== undefined);
  const promising = episodes.toSorted((a, b) => promise(b) - promise(a));
  let next = 0;
  const placed = fresh.map((hit) => (hit.episode === undefined ? hit : promising[next++]!));
  const before = new Map(hits.map((hit, place) => [hit, place]));
  return [...first, ...placed, ...others].map((hit, place) =>
    place < wanted && before.get(hit)! >= wanted
      ? { ...hit, why: [...hit.why, `from another episode, up from #${before.get(hit)! + 1}`] }
      : hit,
  );
}

/** The best so many, where each more of one episode costs something. */
function varied(hits: readonly Hit[], count: number, again: number): Hit[] {
  const rest = [...hits];
  const chosen: Hit[] = [];
  const counts = new Map<string, number>();
  while (chosen.length < count && rest.length > 0) {
    const worth = ({ score, episode }: Hit) => score - again * (counts.get(episode ?? '') ?? 0);
    let best = 0;
    for (let i = 1; i < rest.length; i++) if (worth(rest[i]!) > worth(rest[best]!)) best = i;
    const [hit] = rest.splice(best, 1);
    chosen.push(hit!);
    if (hit!.episode !== undefined) counts.set(hit!.episode, (counts.get(hit!.episode) ?? 0) + 1);
  }
  return chosen;
}
