import { eachAgent } from '../merge.ts';
import type { Signal } from '../signal.ts';
import { attemptsIn } from './attempts.ts';
import { fixesIn, proposeFix } from './fixed.ts';
import { proposeGuard } from './guard.ts';
import { noTries, seeTry, type TryHistory } from './tries.ts';

interface ErrorRetryState {
  tries: TryHistory;
  branch: string | null;
}

/** Errors and what ended them: what can be foreseen becomes a guard, what mends a failing command an error pattern. */
export const errorRetry: Signal<ErrorRetryState> = {
  name: 'error_retry',
  worth: { diagnostic: 0.9, acrossSessions: 0.8, falseAlarms: 0.2 },
  minSessions: 2,
  begin: () => ({ tries: noTries(), branch: null }),
  see(state, step) {
    state.branch = step.branch ?? state.branch;
    seeTry(state.tries, step);
  },
  finish: ({ tries, branch }, session) => [
    ...attemptsIn(tries, session),
    ...fixesIn(session, { branch, said: tries.said }),
  ],
  propose(seen) {
    const each = eachAgent(seen);
    return seen[0]?.matter.startsWith('try ') ? proposeGuard(each) : proposeFix(each);
  },
};
