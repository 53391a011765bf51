import type { Difference } from '@sqrl/base/statistics/difference.ts';

/**
 * What was spared in a week of something that a session does: how much less of it sessions with memories have than control
 * sessions, as `sqrl proof` compares them, times the sessions of the week. May be negative.
 */
export function spared(
  what: 'tokens' | 'repeated failures',
  { value, low, high, treated, control, missing }: Difference,
  { sessions, isMeasured }: { sessions: number; isMeasured: boolean },
) {
  const counts = { told: treated.sessions, untold: control.sessions, how: HOW[what] };
  if (value === null || low === null || high === null)
    return {
      ...{ value: null, low: null, high: null, ...counts },
      because: isMeasured ? tooFew(missing.toCompare) : NOT_MEASURED,
    };
  const over = (difference: number) => {
    const all = sessions * -difference;
    return (what === 'tokens' ? Math.round(all) : all) || 0;
  };
  return { value: over(value), low: over(high), high: over(low), ...counts, because: null };
}

/** Says how many sessions a comparison lacks. */
export const tooFew = (missing: number): string =>
  missing === 1
    ? 'Not enough data: 1 more control session is needed (1 session in 20 is one).'
    : `Not enough data: ${missing} more control sessions are needed (1 session in 20 is one).`;

const NOT_MEASURED =
  'Needs a control group: a few sessions at random get none of what Squirrel inferred, so that the difference can be measured. Rules that you stated or confirmed are told in them too; turn it on in Settings (delivery.holdout).';

const HOW = {
  tokens:
    'Tokens per session, as its client counts them and without those from a provider’s cache: control sessions (no memories) minus sessions with memories of the same task size, as `sqrl proof` compares them, times the sessions of this week with memories. The tokens of the memories themselves are included.',
  'repeated failures':
    'Failures per session that an earlier session had: control sessions (no memories) minus sessions with memories of the same task size, as `sqrl proof` compares them, times the sessions of this week with memories.',
};
