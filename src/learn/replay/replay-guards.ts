import { shellSteps } from '../../base/shell/steps.ts';
import { fingerprintOf } from '../../ingest/episodes/fingerprint.ts';
import { hiddenTrouble } from '../../ingest/episodes/hidden-failure.ts';
import type { AgentAction, Trigger } from '../../model/trigger.ts';
import { applies } from '../guards/applies.ts';
import { followDoings, noDoings, type SessionActions } from '../guards/session-actions.ts';
import { isCheck, kindOfCommand } from '../observe/behavior/command-kind.ts';
import type { FailureInSession, ObservedStep } from '../observe/signal.ts';
import type { Guard, Learner } from './guard-learner.ts';
import type { PastSession } from './past-session.ts';

/** A guard that was shown before an action, and whether the action then failed as it says. */
export interface Showing {
  session: string;
  event: string;
  guard: Guard;
  right: boolean;
  /** The same where only an exit status or an error of the tool counts, not what failed behind a pipe. */
  openly: boolean;
}

export interface Failing {
  session: string;
  tool: string;
  line: string;
  /** An earlier session had a failure of the same fingerprint. */
  known: boolean;
  /** An earlier session had a failure that began with the same words. */
  knownMessage: boolean;
  openly: boolean;
  /** A test, a linter or the like found something: its verdict on the work, no mishap. */
  verdict: boolean;
  /** A guard that expects it was shown just before, or earlier in its session. */
  warned: boolean;
}

export interface ReplayedGuards {
  showings: Showing[];
  failings: Failing[];
  /** Shown before what was then refused or cancelled, so that the outcome is unknown. */
  unjudged: number;
}

interface Past {
  fingerprints: Set<string>;
  messages: Set<string>;
}

/** Sessions in the order they began; before each action, what had been learned from those that had ended when it began. */
export function replayGuards(sessions: readonly PastSession[], learner: Learner): ReplayedGuards {
  const work = replayingGuards(sessions, learner);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** The same session by session, for callers that let others work in between. */
export function* replayingGuards(
  sessions: readonly PastSession[],
  learner: Learner,
): Generator<undefined, ReplayedGuards> {
  const past: Past = { fingerprints: new Set(), messages: new Set() };
  const waiting = [...sessions].sort((a, b) => a.endedAt - b.endedAt);
  const all: ReplayedGuards = { showings: [], failings: [], unjudged: 0 };
  for (const session of sessions) {
    while (waiting[0] && waiting[0].endedAt < session.startedAt) {
      const ended = waiting.shift()!;
      learner.add(ended);
      for (const step of ended.steps) remember(past, step, ended.failures.get(step.id));
    }
    const guards = [...learner.guards.values()];
    const found = replaySession(session, guards, past);
    all.showings.push(...found.showings);
    all.failings.push(...found.failings);
    all.unjudged += found.unjudged;
    yield;
  }
  return all;
}

function remember(past: Past, step: ObservedStep, failure: FailureInSession | undefined): void {
  const fingerprint = fingerprintIn(step, failure);
  if (fingerprint === undefined) return;
  past.fingerprints.add(fingerprint);
  past.messages.add(messageOf(step));
}

function replaySession(session: PastSession, guards: readonly Guard[], past: Past): ReplayedGuards {
  const shown = new Set<string>();
  const byAgent = new Map<string, SessionActions>();
  const found: ReplayedGuards = { showings: [], failings: [], unjudged: 0 };
  for (const step of session.steps) {
    if (step.kind !== 'result') continue;
    const doings = byAgent.get(step.agent ?? '') ?? noDoings();
    byAgent.set(step.agent ?? '', doings);
    const action = {
      tool: step.tool,
      command: step.command,
      folder: step.folder ?? null,
      files: step.files.map(({ path }) => path),
    };
    const fresh = guardsFor(guards, { action, doings, shown });
    for (const { id } of fresh) shown.add(id);
    const failure = session.failures.get(step.id);
    const fingerprint = fingerprintIn(step, failure);
    if (step.outcome !== 'ok' && step.outcome !== 'failed') found.unjudged += fresh.length;
    else
      for (const guard of fresh)
        found.showings.push({
          session: session.id,
          event: step.id,
          guard,
          right: isExpected(guard, fingerprint),
          openly: isExpected(guard, failure?.fingerprint),
        });
    if (fingerprint !== undefined)
      found.failings.push({
        session: session.id,
        tool: step.tool ?? 'other',
        line: failure?.line ?? hiddenTrouble(step)!.line,
        known: past.fingerprints.has(fingerprint),
        knownMessage: past.messages.has(messageOf(step)),
        openly: failure !== undefined,
        verdict: shellSteps(step.command ?? '').some((each) => isCheck(kindOfCommand(each))),
        warned: guards.some(
          (guard) =>
            shown.has(guard.id) && isExpected(guard, fingerprint) && applies(guard.trigger, action, doings),
        ),
      });
    followDoings(doings, step);
  }
  return found;
}

/** What failed behind a pipe has the fingerprint that it would have had in the open. */
const fingerprintIn = (step: ObservedStep, failure: FailureInSession | undefined): string | undefined =>
  failure?.fingerprint ?? (hiddenTrouble(step) === undefined ? undefined : fingerprintOf(step).id);

/** A guard that names no failure expects any. */
const isExpected = ({ trigger: { expects } }: Guard, fingerprint: string | undefined): boolean =>
  fingerprint !== undefined && (expects === null || expects === fingerprint);

/** The beginning of what a failure said, without its figures. */
const messageOf = ({ tool, text }: ObservedStep): string =>
  `${tool} ${text
    .replace(/^(?:Error: )?Exit code \d+\s*/, '')
    .slice(0, 200)
    .replace(/\d+/g, 'N')
    .trim()}`;

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
  { action, doings, shown }: { action: AgentAction; doings: SessionActions; shown: ReadonlySet<string> },
): G[] {
  const fitting = guards
    .filter(({ id, trigger }) => !shown.has(id) && applies(trigger, action, doings))
    .sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  const expected = new Set<string>();
  return fitting
    .filter(
      ({ trigger: { expects } }) => expects === null || (!expected.has(expects) && expected.add(expects)),
    )
    .slice(0, MAX_GUARDS);
}

const MAX_GUARDS = 2;
