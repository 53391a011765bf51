import { type Episode, FRUSTRATION } from '../model/episode.ts';

/** How hard a session was, all its episodes together. */
export function struggleOf(episodes: readonly Pick<Episode, 'stats'>[]) {
  const sum = (of: (stats: Episode['stats']) => number) =>
    episodes.reduce((total, { stats }) => total + of(stats), 0);
  const errors = sum((stats) => stats.errors);
  const retryLoops = sum((stats) => stats.retryLoops);
  const worst = Math.max(0, ...episodes.map(({ stats }) => FRUSTRATION.indexOf(stats.frustration)));
  return {
    errors,
    retryLoops,
    frustration: FRUSTRATION[worst]!,
    score: 1 - Math.exp(-(errors + RETRY * retryLoops + ANGER * worst) / HARD),
  };
}

/** What an hour with ten errors feels like is two thirds of the worst; a retry counts as two errors, anger as four a step. */
const HARD = 10;
const RETRY = 2;
const ANGER = 4;
