import { FRUSTRATION } from '@sqrl/base/model/episode.ts';
import type { EpisodeFacts } from './facts.ts';

/**
 * How much an episode matters, 0 to 1: a tenth for having happened, then shares that grow with what it changed
 * (a quarter, full at 8 files), what it cost (a fifth, full at 10 errors, a retry counting twice), how it annoyed
 * (0.15), and a tenth each for tests, for a commit, and for the person's attention (full at 5 prompts).
 */
export function episodeImportance({ filesChanged, stats, commits, prompts }: EpisodeFacts): number {
  const upTo = (value: number, full: number) => Math.min(value / full, 1);
  const importance =
    0.1 +
    0.25 * upTo(filesChanged.length, 8) +
    0.2 * upTo(stats.errors + 2 * stats.retryLoops, 10) +
    0.15 * upTo(FRUSTRATION.indexOf(stats.frustration), 3) +
    0.1 * (stats.tests === 'not_run' ? 0 : 1) +
    0.1 * (commits > 0 ? 1 : 0) +
    0.1 * upTo(prompts.length, 5);
  return Math.round(importance * 1000) / 1000;
}
