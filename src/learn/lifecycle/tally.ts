import type { OutcomeCounts } from '../../store/delivery/outcomes.ts';
import type { Tally } from '../../store/delivery/outcomes-tally.ts';

/** What outcomes come to for a memory. */
export function tallyOf(
  counts: OutcomeCounts,
  { expects, accesses }: { expects: boolean; accesses: number },
): Tally {
  const { opportunities, chances, uses, misses, saved, lastAt } = counts;
  return { opportunities, chances, uses, hits: hitsIn(counts, expects), misses, saved, accesses, lastAt };
}

/**
 * How often a memory seems to have spared somebody something. Of a failure: as many times as it should have come after a
 * delivery, going by how often it comes without, less the times it came all the same; where it was delivered with the step
 * that failed, as many times as it should have come again. Of anything else: the uses in episodes with fewer errors and
 * retries than is usual.
 */
function hitsIn(counts: OutcomeCounts, expects: boolean): number {
  const { warned, misses, late, unwarned, came, again, better } = counts;
  if (!expects) return better;
  // One more than were seen: two out of two are not yet a law.
  const [baseline, repeated] = [came / (unwarned + 1), again / (unwarned + 1)];
  return Math.max(0, Math.floor(baseline * warned - misses + repeated * late + 1e-9));
}
