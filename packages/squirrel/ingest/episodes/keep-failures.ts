import type { Store } from '@sqrl/base/sqlite/store.ts';
import { replaceFailures } from '../../store/events/failure-history.ts';
import { resultsSince, type StepRow } from '../../store/events/steps.ts';
import { failuresIn, RESOLVED_WITHIN } from './failures.ts';

/** Keeps the failures of a session right, with what resolved them, after something new happened in it. */
export function keepFailures(
  store: Store,
  { session, since, steps }: { session: number; since: number; steps: readonly StepRow[] },
): void {
  // A failure from before may just have been resolved; one from longer ago can no more be.
  const from = Math.max(since - RESOLVED_WITHIN, 0);
  // Where the whole session was cut, all its results are at hand.
  const results =
    since <= from
      ? steps.filter((step) => isResult(step) && step.at >= from)
      : resultsSince(store, session, from);
  replaceFailures(store, session, from, failuresIn(results));
}

/** As the store has it: of a CI run each failing test, not the sum of them. */
const isResult = ({ kind, tool }: StepRow): boolean =>
  kind === 'result' || (kind === 'check' && tool !== null);
