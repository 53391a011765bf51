import { type Message, message } from '../base/messages.ts';
import type { Difference } from '../base/statistics/difference.ts';
import type { OccasionCounts } from '../store/stats/overview.ts';

/** A number that is a guess: how good it is and how it was come by. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  basis: 'holdout' | 'occasions' | 'none';
  told: number;
  untold: number;
  how: Message;
  because: Message | null;
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
  const how = message(isByLot ? 'saved.failuresControl' : 'saved.failures');
  const counts = { told: told.all, untold: against.all, how };
  if (told.all < MIN_OCCASIONS || against.all < MIN_OCCASIONS)
    return nothing(
      counts,
      message('saved.fewOccasions', { n: MIN_OCCASIONS, told: told.all, untold: against.all }),
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
  const counts = { told: treated.sessions, untold: control.sessions, how: message('saved.tokens') };
  if (value === null || low === null || high === null)
    return nothing(
      counts,
      isMeasured ? message('proof.few', { n: missing.toCompare }) : message('saved.controlOff'),
    );
  const saved = (difference: number) => Math.round(weekSessions * -difference) || 0;
  return {
    ...{ value: saved(value), low: saved(high), high: saved(low), basis: 'holdout' },
    ...counts,
    because: null,
  };
}

const nothing = (counts: Pick<Estimate, 'told' | 'untold' | 'how'>, because: Message): Estimate => ({
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
