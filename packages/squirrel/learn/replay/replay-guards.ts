import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import type { AgentAction, Trigger } from '@sqrl/base/model/trigger.ts';
import { fingerprintOf } from '../../ingest/episodes/fingerprint.ts';
import { hiddenTrouble } from '../../ingest/episodes/hidden-failure.ts';
import { applies } from '../guards/applies.ts';
import { errorRetry } from '../observe/behavior/error-retry.ts';
import { candidateOf } from '../observe/candidate.ts';
import type { FailureInSession, ObservedStep } from '../observe/signal.ts';
import type { PastSession } from './past-session.ts';

export interface Guard {
  /** Its matter. */
  id: string;
  text: string;
  trigger: Trigger;
  confidence: number;
}

export interface Learner {
  guards: ReadonlyMap<string, Guard>;
  add(session: PastSession): void;
}

/** Guards by their matter, from what was seen until then, by the functions that the product itself uses. */
export class GuardLearner implements Learner {
  readonly #seen = new Map<string, KeptSighting[]>();
  readonly guards = new Map<string, Guard>();

  add({ sightings }: PastSession): void {
    const fresh = sightings.filter(({ matter }) => matter.startsWith('try '));
    for (const [matter, own] of Map.groupBy(fresh, (sighting) => sighting.matter)) {
      const seen = [...(this.#seen.get(matter) ?? []), ...own].sort((a, b) => a.at - b.at);
      this.#seen.set(matter, seen);
      const { proposal, tainted } = candidateOf(errorRetry, seen) ?? {};
      const { text, trigger, confidence = 0 } = proposal ?? {};
      if (!text || !trigger || tainted) this.guards.delete(matter);
      else this.guards.set(matter, { id: matter, text, trigger, confidence });
    }
  }
}

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

/**
 * The guards to show just before an action, surest first: two at most, none that the session was shown already, and of
 * those that expect the same failure only one.
 */
export function guardsFor(
  guards: readonly Guard[],
  { action, shown }: { action: AgentAction; shown: ReadonlySet<string> },
): Guard[] {
  const expected = new Set<string>();
  return guards
    .filter(({ id, trigger }) => !shown.has(id) && applies(trigger, action))
    .sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1))
    .filter(
      ({ trigger: { expects } }) => expects === null || (!expected.has(expects) && expected.add(expects)),
    )
    .slice(0, MAX_GUARDS);
}

const MAX_GUARDS = 2;
