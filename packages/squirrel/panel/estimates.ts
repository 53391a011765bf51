import type { Difference } from '@sqrl/base/statistics/difference.ts';
import type { OccasionCounts } from '../store/stats/overview.ts';

/** A number that is a guess: how good it is and how it was come by. */
interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  basis: 'holdout' | 'occasions' | 'none';
  told: number;
  untold: number;
  how: string;
  because: string | null;
}

/** Fewer on either side say nothing. */
const MIN_OCCASIONS = 10;

/** How many repeated failures were avoided: how much rarer they are after a delivery. May be negative. */
export function sparedFailures({
  told,
  toldSince,
  heldBack,
  untold,
}: {
  told: OccasionCounts;
  toldSince: number;
  heldBack: OccasionCounts;
  untold: OccasionCounts;
}): Estimate {
  const isByLot = heldBack.all >= MIN_OCCASIONS;
  const against = isByLot ? heldBack : untold;
  const how = isByLot
    ? 'Of the occasions on which a failure that a memory warns of could occur, the share in which it occurred: without the memory minus with it, times the occasions of this week on which it was shown. Compared with occasions on which it was withheld at random, so nothing else differs.'
    : 'Of the occasions on which a failure that a memory warns of could occur, the share in which it occurred: without the memory minus with it, times the occasions of this week on which it was shown. Compared with all occasions on which it was not shown, including those before it was learned: these may differ in other ways too.';
  const counts = { told: told.all, untold: against.all, how };
  if (told.all < MIN_OCCASIONS || against.all < MIN_OCCASIONS)
    return nothing(
      counts,
      `Needs ${MIN_OCCASIONS} occasions with the memory and ${MIN_OCCASIONS} without it; ${told.all} and ${against.all} so far.`,
    );
  const [without, having] = [wilson(against), wilson(told)];
  const difference = without.share - having.share;
  // Newcombe's interval of the difference of two shares.
  const down = Math.hypot(without.share - without.low, having.high - having.share);
  const up = Math.hypot(without.high - without.share, having.share - having.low);
  return {
    value: toldSince * difference,
    low: toldSince * Math.max(-1, difference - down),
    high: toldSince * Math.min(1, difference + up),
    basis: isByLot ? 'holdout' : 'occasions',
    ...counts,
    because: null,
  };
}

/**
 * How many tokens were saved: how much less sessions with memories cost than control sessions, as `sqrl proof` compares them,
 * times the sessions of the week. May be negative.
 */
export function sparedTokens(
  { value, low, high, treated, control, missing }: Difference,
  weekSessions: number,
  isMeasured: boolean,
): Estimate {
  const counts = {
    told: treated.sessions,
    untold: control.sessions,
    how: 'Tokens per session, as its client counts them and without those from a provider’s cache: control sessions (no memories) minus sessions with memories of the same task size, as `sqrl proof` compares them, times the sessions of this week with memories. The tokens of the memories themselves are included.',
  };
  if (value === null || low === null || high === null)
    return nothing(
      counts,
      isMeasured
        ? missing.toCompare === 1
          ? 'Not enough data: 1 more control session is needed (1 session in 20 is one).'
          : `Not enough data: ${missing.toCompare} more control sessions are needed (1 session in 20 is one).`
        : 'Needs a control group: a few sessions at random get none of what Squirrel inferred, so that the difference can be measured. Rules that you stated or confirmed are told in them too; turn it on in Settings (delivery.holdout).',
    );
  const saved = (difference: number) => Math.round(weekSessions * -difference) || 0;
  return {
    ...{ value: saved(value), low: saved(high), high: saved(low), basis: 'holdout' },
    ...counts,
    because: null,
  };
}

const nothing = (counts: Pick<Estimate, 'told' | 'untold' | 'how'>, because: string): Estimate => ({
  value: null,
  low: null,
  high: null,
  basis: 'none',
  ...counts,
  because,
});

const Z = 1.96;

/** A share with the interval in which it lies 95 times of 100. */
function wilson({ all, came }: OccasionCounts): { share: number; low: number; high: number } {
  const share = came / all;
  const middle = (share + Z ** 2 / (2 * all)) / (1 + Z ** 2 / all);
  const half = (Z / (1 + Z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return { share, low: middle - half, high: middle + half };
}
