import type { FusedHit } from '../base/fuse.ts';
import { message } from '../base/messages.ts';

/** What was learnt in one episode, in its order; a place knows its neighbours there. */
export interface EpisodeNeighbors<T> {
  before: T | undefined;
  after: T | undefined;
}

/** What follows a good answer often is the answer itself: it is moved so far of the way up to it. */
const FOLLOWS = 0.5;
/** What led to one, less so. */
const LED = 0.3;

/**
 * Lifts what was learnt just before or just after a good answer, in the same episode. Never above that answer by its
 * merit alone, and nothing is lowered: what stands alone loses nothing.
 */
export function liftSiblings<T>(
  fused: readonly FusedHit<T>[],
  relatedOf: (what: T) => EpisodeNeighbors<T> | undefined,
): FusedHit<T>[] {
  const scores = new Map(fused.map(({ what, score }) => [what, score]));
  return fused
    .map((one) => {
      const related = relatedOf(one.what);
      if (!related) return one;
      const above = (other: T | undefined) =>
        other === undefined ? 0 : Math.max(0, (scores.get(other) ?? 0) - one.score);
      const [before, after] = [above(related.before), above(related.after)];
      const gain = FOLLOWS * before + LED * after;
      if (gain < MIN_BONUS) return one;
      const beside = before > after ? 'hit.follows' : 'hit.led';
      return {
        ...one,
        score: one.score + gain,
        why: () => [...one.why(), message(beside, { gain: `+${gain.toFixed(2)}` })],
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** Less than this changes nothing that is worth a word. */
const MIN_BONUS = 0.005;
