import type { AgentAction, Trigger } from '@sqrl/base/model/trigger.ts';
import { fingerprintOf } from '../../ingest/episodes/fingerprint.ts';
import { hiddenTrouble } from '../../ingest/episodes/hidden-failure.ts';
import { applies } from '../guards/applies.ts';
import type { FailureInSession, ObservedStep } from '../observe/signal.ts';
import type { Guard, Learner } from './guard-learner.ts';
import type { PastSession } from './past-session.ts';

/** A finished call, and what guards had to do with it. */
export interface ReplayedCall {
  session: PastSession;
  step: ObservedStep;
  /** The guards that were shown just before it. */
  fresh: readonly Guard[];
  /** Of its failure, also where a pipe hid that; undefined where it went well. */
  fingerprint: string | undefined;
  failure: FailureInSession | undefined;
  /** The guards that were shown in the session up to it and are for such a call. */
  warned: () => Guard[];
}

/** Sessions in the order they began; before each call, what had been learned from those that had ended when its session began. */
export function* replayedCalls(
  sessions: readonly PastSession[],
  learner: Learner,
): Generator<ReplayedCall, void> {
  const waiting = [...sessions].sort((a, b) => a.endedAt - b.endedAt);
  for (const session of sessions) {
    while (waiting[0] && waiting[0].endedAt < session.startedAt) learner.add(waiting.shift()!);
    yield* callsOf(session, [...learner.guards.values()]);
  }
}

function* callsOf(session: PastSession, guards: readonly Guard[]): Generator<ReplayedCall, void> {
  const shown = new Set<string>();
  for (const step of session.steps) {
    if (step.kind !== 'result') continue;
    const { tool, command, folder = null } = step;
    const action = { tool, command, folder, files: step.files.map(({ path }) => path) };
    const fresh = guardsFor(guards, { action, shown });
    for (const { id } of fresh) shown.add(id);
    const failure = session.failures.get(step.id);
    const warned = () => guards.filter(({ id, trigger }) => shown.has(id) && applies(trigger, action));
    yield { session, step, fresh, failure, fingerprint: fingerprintIn(step, failure), warned };
  }
}

/** What failed behind a pipe has the fingerprint that it would have had in the open. */
export const fingerprintIn = (
  step: ObservedStep,
  failure: FailureInSession | undefined,
): string | undefined =>
  failure?.fingerprint ?? (hiddenTrouble(step) === undefined ? undefined : fingerprintOf(step).id);

/** Whether a call is known to have ended; one that was refused or cancelled says nothing of a guard. */
export const hasEnded = ({ step: { outcome } }: ReplayedCall): boolean =>
  outcome === 'ok' || outcome === 'failed';

/**
 * Whether a call failed as a guard says; one that names no failure expects any. A line of several commands says more than
 * one, and a pipe may hide that: `said` is all of it.
 */
export const isExpected = (
  { trigger: { expects } }: Guard,
  fingerprint: string | undefined,
  said?: ObservedStep,
): boolean =>
  expects === null
    ? fingerprint !== undefined
    : expects === fingerprint ||
      said?.text
        .split('\n', MAX_LINES)
        .some((text) => text.trim() !== '' && fingerprintOf({ ...said, text }).id === expects) === true;

const MAX_LINES = 300;

interface ActiveGuard {
  id: string;
  trigger: Trigger;
  confidence: number;
}

/**
 * The guards to show just before an action, surest first: two at most, none that the session was shown already, and of
 * those that expect the same failure only one.
 */
export function guardsFor<G extends ActiveGuard>(
  guards: readonly G[],
  { action, shown }: { action: AgentAction; shown: ReadonlySet<string> },
): G[] {
  const fitting = guards
    .filter(({ id, trigger }) => !shown.has(id) && applies(trigger, action))
    .sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  const expected = new Set<string>();
  return fitting
    .filter(
      ({ trigger: { expects } }) => expects === null || (!expected.has(expects) && expected.add(expects)),
    )
    .slice(0, MAX_GUARDS);
}

const MAX_GUARDS = 2;
