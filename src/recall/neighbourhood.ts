import { message } from '../base/messages.ts';
import type { Hit } from './find.ts';

/** So many of the best show where the answer lies. */
const MAX_SEEDS = 10;
/** How much a neighbour of all of them gains, as a share of the best score. */
const GAIN = 0.3;

/**
 * Lifts what speaks of files that lie beside those of the best answers. `near` gives the files around some files.
 */
export function liftNeighbours(
  hits: readonly Hit[],
  near: (files: readonly string[]) => ReadonlySet<string>,
): Hit[] {
  const best = hits.slice(0, MAX_SEEDS);
  const files = [...new Set(best.flatMap(({ memory }) => memory.files))];
  if (files.length === 0 || hits.length <= MAX_SEEDS) return [...hits];
  const around = near(files);
  if (around.size === 0) return [...hits];
  return hits
    .map((hit, place) => {
      const count = place < MAX_SEEDS ? 0 : hit.memory.files.filter((file) => around.has(file)).length;
      if (count === 0) return hit;
      const gain = GAIN * Math.min(1, count / files.length) * hits[0]!.score;
      return {
        ...hit,
        score: hit.score + gain,
        why: [...hit.why, message('hit.besideFiles', { n: count })],
      };
    })
    .sort(byScore);
}

/** Best first; of equal ones the newest first, so that the same question has the same answer. */
export const byScore = (a: Hit, b: Hit): number =>
  b.score - a.score ||
  b.memory.updatedAt - a.memory.updatedAt ||
  b.row - a.row ||
  (a.memory.id < b.memory.id ? -1 : 1);
