import { type FileEvidence, strengthen } from './evidence.ts';
import type { Paths } from './paths.ts';
import { freshness, MAX_FILES, type PastChange } from './work.ts';

/** The files that change when those found so far do: changed in the same work, and tests of the same name. */
export function filesChangedTogether(
  found: readonly { path: string; score: number }[],
  { work, paths, now }: { work: readonly PastChange[]; paths: Paths; now: number },
): FileEvidence {
  const most = found[0]?.score ?? 0;
  const seeds = new Map(found.slice(0, SEEDS).map(({ path, score }) => [path, score / most]));
  const alone = new Map<string, number>();
  const both = new Map<string, Map<string, number>>();
  for (const each of work) {
    const { changed } = each;
    if (changed.length > MAX_FILES) continue;
    const weight = freshness(each, now, HALF_LIFE_DAYS);
    for (const seed of changed)
      if (seeds.has(seed)) {
        alone.set(seed, (alone.get(seed) ?? 0) + weight);
        const others = both.get(seed) ?? new Map<string, number>();
        both.set(seed, others);
        for (const other of changed) if (other !== seed) others.set(other, (others.get(other) ?? 0) + weight);
      }
  }
  const misses = new Map<string, { missed: number; by: string; best: number }>();
  const add = (path: string, score: number, by: string) => {
    const { missed, by: before, best } = misses.get(path) ?? { missed: 1, by, best: 0 };
    misses.set(path, {
      missed: missed * (1 - score),
      by: score > best ? by : before,
      best: Math.max(best, score),
    });
  };
  for (const [seed, others] of both)
    for (const [other, weight] of others)
      add(
        other,
        Math.min(MAX_SHARE, (seeds.get(seed)! * weight) / (alone.get(seed)! + DOUBT)),
        `changes with ${seed}`,
      );
  for (const [seed, score] of seeds) {
    const kin = paths.kin(seed);
    for (const other of kin) add(other, (KIN * score) / kin.length, `similar name: ${seed}`);
  }
  const evidence: FileEvidence = new Map();
  for (const [path, { missed, by }] of misses) strengthen(evidence, path, { score: 1 - missed, why: by });
  return evidence;
}

const SEEDS = 10;
const HALF_LIFE_DAYS = 60;
/** Changes of its own that a pair must outweigh. */
const DOUBT = 1.5;
const MAX_SHARE = 0.9;
const KIN = 0.4;
