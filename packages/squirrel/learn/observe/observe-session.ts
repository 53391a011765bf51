import { coreOf, variablesOf } from '@sqrl/base/shell/command.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  checkpointOf,
  dropCheckpoint,
  eventsBehind,
  isUntouched,
  putCheckpoint,
  sizesOfEpisodes,
} from '../../store/drafts/scratchpads.ts';
import { type FailureRow, failuresOf, replaceSightings } from '../../store/drafts/sightings.ts';
import { observedAfter, type StepPlace } from '../../store/events/steps.ts';
import type { TaskFiles } from '../tasks/project-tasks.ts';
import { beginPad, finish, type Pad, padFromText, padToText, type Signals, see, worthSeeing } from './pad.ts';
import type { FailureInSession } from './signal.ts';

export interface ObservedPosition {
  pad: Pad;
  /** The last step that is in it. */
  last: StepPlace;
}

/**
 * Where observing a session may go on; undefined where it has to begin anew. To be asked before the session is settled:
 * settling clears the marks of what was moved.
 */
export function resumable(
  store: Store,
  session: number,
  { rules, signals = worthSeeing() }: { rules: number; signals?: Signals },
): ObservedPosition | undefined {
  const checkpoint = checkpointOf(store, session);
  if (checkpoint?.rules !== rules || !isUntouched(store, session, checkpoint)) return undefined;
  const pad = padFromText(checkpoint.state, signals);
  return pad && { pad, last: checkpoint };
}

/**
 * Observes what came into a session and brings its sightings up to date; to be called in the transaction that settled
 * it. What was seen is written down `every` few steps: a crash loses nothing, since the steps themselves are kept.
 */
export function observeSession(
  store: Store,
  session: number,
  {
    rules,
    from,
    byFiles,
    signals = worthSeeing(),
    every = EVERY,
  }: {
    rules: number;
    from: ObservedPosition | undefined;
    byFiles?: TaskFiles | undefined;
    signals?: Signals;
    every?: number;
  },
): void {
  const { pad, last } = from && isStillSo(store, session, from) ? from : { pad: beginPad(), last: undefined };
  const before = pad.steps;
  let at: StepPlace | undefined = last;
  for (const step of observedAfter(store, session, last)) {
    see(pad, Object.assign(step, { place: pad.steps, byFiles }), signals);
    at = step;
  }
  const { kind, sightings } = finish(pad, failuresOf(store, session).map(asFailure), signals);
  replaceSightings(store, { signal: 'observed', session, kind }, sightings);
  // Of no more use, and must not be taken for right when the next steps come.
  if (!last) dropCheckpoint(store, session);
  if (at && pad.steps - before >= every)
    putCheckpoint(store, session, { ...at, rules, events: pad.steps, state: padToText(pad) });
}

/** Seeing this many steps again costs less than writing down what was seen of a long session. */
const EVERY = 64;

/** Whether the steps that were seen are still those before the new ones, and lie in the episodes they lay in. */
function isStillSo(store: Store, session: number, { pad, last }: ObservedPosition): boolean {
  const episodes = sizesOfEpisodes(store, session);
  const total = episodes.reduce((sum, { events }) => sum + events, 0);
  if (total - eventsBehind(store, session, last) !== pad.steps) return false;
  return pad.episodes.every(([id, steps], i) => {
    const now = episodes[i];
    const isLast = i === pad.episodes.length - 1;
    return now?.id === id && (isLast ? now.events >= steps : now.events === steps);
  });
}

/** A failure as signals see it: its command without what only surrounds it. */
export const asFailure = (failure: FailureRow): FailureInSession => ({
  ...failure,
  command: failure.command === null ? null : coreOf(failure.command),
  variables: variablesOf(failure.command ?? ''),
});
