import { shellSteps } from '@sqrl/base/shell/steps.ts';
import { hiddenTrouble } from '@sqrl/squirrel/ingest/episodes/hidden-failure.ts';
import { isCheck, kindOfCommand } from '@sqrl/squirrel/learn/observe/behavior/command-kind.ts';
import type { ObservedStep } from '@sqrl/squirrel/learn/observe/signal.ts';
import type { PastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import {
  fingerprintIn,
  type Guard,
  hasEnded,
  isExpected,
  type Learner,
  type ReplayedCall,
  replayedCalls,
} from '@sqrl/squirrel/learn/replay/replay-guards.ts';

/** A guard that was shown before an action, and whether the action then failed as it says. */
export interface Showing {
  session: string;
  guard: Guard;
  right: boolean;
  /** The same where only an exit status or an error of the tool counts, not what failed behind a pipe. */
  openly: boolean;
}

/** An action that failed. */
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

/** What guards would have been shown in past sessions, and what failed in them. */
export function replayGuards(sessions: readonly PastSession[], learner: Learner): ReplayedGuards {
  const past = { fingerprints: new Set<string>(), messages: new Set<string>() };
  const all: ReplayedGuards = { showings: [], failings: [], unjudged: 0 };
  const remembering: Learner = {
    guards: learner.guards,
    add(session) {
      learner.add(session);
      for (const step of session.steps) {
        const fingerprint = fingerprintIn(step, session.failures.get(step.id));
        if (fingerprint === undefined) continue;
        past.fingerprints.add(fingerprint);
        past.messages.add(messageOf(step));
      }
    },
  };
  for (const call of replayedCalls(sessions, remembering)) {
    const { session, step, fresh, fingerprint, failure } = call;
    if (!hasEnded(call)) all.unjudged += fresh.length;
    else
      for (const guard of fresh) {
        const openly = isExpected(guard, failure?.fingerprint);
        all.showings.push({
          session: session.id,
          guard,
          right: isExpected(guard, fingerprint, step),
          openly,
        });
      }
    if (fingerprint !== undefined)
      all.failings.push({
        ...failingOf(call, fingerprint),
        known: past.fingerprints.has(fingerprint),
        knownMessage: past.messages.has(messageOf(call.step)),
      });
  }
  return all;
}

const failingOf = ({ session, step, failure, warned }: ReplayedCall, fingerprint: string) => ({
  session: session.id,
  tool: step.tool ?? 'other',
  line: failure?.line ?? hiddenTrouble(step)!.line,
  openly: failure !== undefined,
  verdict: shellSteps(step.command ?? '').some((each) => isCheck(kindOfCommand(each))),
  warned: warned().some((guard) => isExpected(guard, fingerprint)),
});

/** The beginning of what a failure said, without its figures. */
const messageOf = ({ tool, text }: ObservedStep): string =>
  `${tool} ${text
    .replace(/^(?:Error: )?Exit code \d+\s*/, '')
    .slice(0, 200)
    .replace(/\d+/g, 'N')
    .trim()}`;
