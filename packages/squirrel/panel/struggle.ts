import { type Episode, FRUSTRATION } from '@sqrl/base/model/episode.ts';

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
    score: 1 - Math.exp(-(errors + ERRORS_PER_RETRY * retryLoops + ERRORS_PER_ANGER * worst) / HARD_ERRORS),
  };
}

/** Ten errors give a score of about two thirds; a retry loop counts as two errors, each level of frustration as four. */
const HARD_ERRORS = 10;
const ERRORS_PER_RETRY = 2;
const ERRORS_PER_ANGER = 4;
