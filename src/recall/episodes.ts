import { message } from '../base/messages.ts';
import type { Hit } from './find.ts';
import { byScore } from './neighbourhood.ts';

/** So many good answers of an episode show that it is about the question. */
const MIN_GOOD_ANSWERS = 3;
/** How far up to them the episode's other answers are moved. */
const PULL = 0.5;

/** Lifts what was learnt in an episode that holds several good answers towards them. */
export function liftEpisodes(hits: readonly Hit[]): Hit[] {
  const episodes = Map.groupBy(
    hits.filter(({ episode }) => episode !== undefined),
    ({ episode }) => episode!,
  );
  return hits
    .map((hit) => {
      const all = hit.episode === undefined ? [] : episodes.get(hit.episode)!;
      if (all.length < 2) return hit;
      const best = all
        .map(({ score }) => score)
        .sort((a, b) => b - a)
        .slice(0, MIN_GOOD_ANSWERS);
      const gain = PULL * (best.reduce((sum, score) => sum + score, 0) / best.length - hit.score);
      if (gain <= 0) return hit;
      return {
        ...hit,
        score: hit.score + gain,
        why: [...hit.why, message('hit.oneEpisode', { n: all.length, gain: `+${gain.toFixed(2)}` })],
      };
    })
    .sort(byScore);
}
