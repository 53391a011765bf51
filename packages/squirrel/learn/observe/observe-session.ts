import { coreOf, variablesOf } from '@sqrl/base/shell/command.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type FailureRow, failuresOf, replaceSightings } from '../../store/drafts/sightings.ts';
import { observedAfter } from '../../store/events/steps.ts';
import type { TaskFiles } from '../tasks/project-tasks.ts';
import { beginPad, finish, type Signals, see, worthSeeing } from './pad.ts';
import type { FailureInSession } from './signal.ts';

/**
 * Observes a session from its beginning and brings its sightings up to date; to be called in the transaction that settled it.
 * A step takes about 25 µs, less than judging its taint.
 */
export function observeSession(
  store: Store,
  session: number,
  { byFiles, signals = worthSeeing() }: { byFiles?: TaskFiles | undefined; signals?: Signals } = {},
): void {
  const pad = beginPad();
  for (const step of observedAfter(store, session, undefined))
    see(pad, Object.assign(step, { place: pad.steps, byFiles }), signals);
  const { kind, sightings } = finish(pad, failuresOf(store, session).map(asFailure), signals);
  replaceSightings(store, { signal: 'observed', session, kind }, sightings);
}

/** A failure as signals see it: its command without what only surrounds it. */
export const asFailure = (failure: FailureRow): FailureInSession => ({
  ...failure,
  command: failure.command === null ? null : coreOf(failure.command),
  variables: variablesOf(failure.command ?? ''),
});
