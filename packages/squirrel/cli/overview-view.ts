import { countNoun } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../protocol/verbs.ts';

type OverviewOutput = Output<'overview'>;
type SparedTokens = OverviewOutput['week']['sparedTokens'];

/** What was spared this week, with how sure that is; undefined where nothing can be said of it. */
export function sparedLine({ week }: OverviewOutput): string | undefined {
  const parts = [
    told(week.sparedTokens, 'token', 'tokens'),
    told(week.sparedFailures, 'repeated failure', 'repeated failures'),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? `${parts.join(', ')} this week` : undefined;
}

function told({ value, low, high }: SparedTokens, one: string, many: string): string | undefined {
  if (value === null || low === null || high === null) return undefined;
  const n = (number: number) => grouped(Math.round(number));
  return `about ${countNoun(Math.round(value), one, many)} (${n(low)} to ${n(high)})`;
}

/** The last days as a row of small bars, today last; undefined where nothing happened. */
export function daysLine({ activity }: OverviewOutput): string | undefined {
  const days = activity.slice(-SHOWN_DAYS).map(({ sessions, learned }) => sessions + learned);
  const most = Math.max(...days);
  if (most <= 0) return undefined;
  return days.map((n) => LEVELS[n === 0 ? 0 : Math.ceil((n / most) * (LEVELS.length - 1))]).join('');
}

const SHOWN_DAYS = 14;
const LEVELS = [...'·▁▂▃▄▅▆▇█'];

/** How good the memory is, and what that is made of; undefined while there is none. */
export function healthLine({ health }: OverviewOutput): string | undefined {
  const { score, fresh, decided, covered } = health;
  if (score === null) return undefined;
  const share = (part: number, what: string) => `${Math.round(100 * part)} % ${what}`;
  const parts = [
    share(fresh, 'still match the code'),
    share(decided, 'need no decision'),
    ...(covered === null ? [] : [share(covered, 'of changed files lie in a part with memories')]),
  ];
  return `${score} of 100: ${parts.join(', ')}`;
}
