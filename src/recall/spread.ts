import { message } from '../base/messages.ts';
import type { Hit } from './find.ts';

/** So much less of the best score leaves an answer about a third of what is expected of it. */
const LESS = 0.13;
/** The same of what an episode promises, which has more parts and so lies further apart. */
const LESS_PROMISED = 0.17;
/** How much it counts to hear of an episode at all, beside one more good answer. */
const HEARD_OF = 2;
/** How much the words that an episode shares with the question count beside its best answer. */
const WORDS = 0.25;
/** How much it counts that an episode speaks of the same as the best answers of others do. */
const LIKENESS_WEIGHT = 0.5;
/** So many of the best episodes say what it is about: a question about many things has few that speak of all of them. */
const LEADERS = 6;

/**
 * Gives the places wanted to the answers from which most is to be expected: to be right themselves, and to come from
 * an episode that is not there yet and promises something. Who asks what was ever said about something is not served by ten
 * answers out of one conversation. The chosen stay in their order, and what has no episode keeps its place.
 */
export function spread(
  hits: readonly Hit[],
  wanted: number,
  likeness: (hits: readonly Hit[]) => (a: Hit, b: Hit) => number,
): Hit[] {
  const told = hits.filter(({ episode }) => episode !== undefined);
  const places = hits.slice(0, wanted).filter(({ episode }) => episode !== undefined).length;
  if (places === 0 || told.length <= places) return [...hits];
  const chosen = expectingMost(told, places, promises(told, likeness(told)));
  const ordered = [...told.filter((hit) => chosen.has(hit)), ...told.filter((hit) => !chosen.has(hit))];
  const before = new Map(hits.map((hit, place) => [hit, place]));
  let next = 0;
  return hits.map((own, place) => {
    const hit = own.episode === undefined ? own : ordered[next++]!;
    const from = before.get(hit)!;
    return place < wanted && from >= wanted
      ? { ...hit, why: [...hit.why, message('hit.otherEpisode', { place: from + 1 })] }
      : hit;
  });
}

/** The answers from which most is to be expected, each chosen in sight of those before it. */
function expectingMost(hits: readonly Hit[], count: number, promises: ReadonlyMap<string, number>): Set<Hit> {
  const most = bestOf(hits);
  const worth = shares(new Map(hits.map((hit) => [hit, hit.score / most])), LESS);
  const promise = shares(promises, LESS_PROMISED);
  const heardOf = new Set<string>();
  const chosen = new Set<Hit>();
  const expected = (hit: Hit) =>
    worth.get(hit)! + (heardOf.has(hit.episode!) ? 0 : HEARD_OF * promise.get(hit.episode!)!);
  while (chosen.size < count) {
    const best = hits
      .filter((hit) => !chosen.has(hit))
      .reduce((best, hit) => (expected(hit) > expected(best) ? hit : best));
    chosen.add(best);
    heardOf.add(best.episode!);
  }
  return chosen;
}

/** What each episode promises: by its best answer, by the words it shares with the question, and by what others say. */
function promises(hits: readonly Hit[], near: (a: Hit, b: Hit) => number): Map<string, number> {
  const most = bestOf(hits);
  // Best first, so the first of an episode is its best.
  const episodes = Map.groupBy(hits, ({ episode }) => episode!);
  const leaders = [...episodes.values()].slice(0, LEADERS).map(([best]) => best!);
  const alike = (hit: Hit) => leaders.reduce((sum, leader) => sum + near(hit, leader), 0) / leaders.length;
  return new Map(
    [...episodes].map(([episode, its]) => [
      episode,
      its[0]!.score / most +
        WORDS * (its[0]!.episodeWords ?? 0) +
        LIKENESS_WEIGHT * Math.max(...its.map(alike)),
    ]),
  );
}

/** Scores as shares of all that can be expected; `less` than the best leaves about a third. */
function shares<T>(scores: ReadonlyMap<T, number>, less: number): Map<T, number> {
  const best = Math.max(...scores.values());
  const odds = new Map([...scores].map(([what, score]) => [what, Math.exp((score - best) / less)]));
  const all = [...odds.values()].reduce((sum, each) => sum + each, 0);
  return new Map([...odds].map(([what, each]) => [what, each / all]));
}

const bestOf = (hits: readonly Hit[]): number => Math.max(0, ...hits.map(({ score }) => score)) || 1;
