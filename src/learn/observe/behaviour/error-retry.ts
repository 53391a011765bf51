import type { Signal } from '../signal.ts';
import { attemptsIn } from './attempts.ts';
import { proposeGuard } from './guard.ts';
import { mendsIn, proposeMend } from './mended.ts';
import { noTries, seeTry, type Tries } from './tries.ts';

interface State {
  tries: Tries;
  branch: string | null;
}

/** Errors and what ended them: what can be foreseen becomes a guard, what mends a failing command an error pattern. */
export const errorRetry: Signal<State> = {
  name: 'error_retry',
  worth: { diagnostic: 0.9, acrossSessions: 0.8, falseAlarms: 0.2 },
  minSessions: 2,
  begin: () => ({ tries: noTries(), branch: null }),
  see(state, step) {
    state.branch = step.branch ?? state.branch;
    seeTry(state.tries, step);
  },
  finish: ({ tries, branch }, session) => [...attemptsIn(tries, session), ...mendsIn(session, branch)],
  propose: (seen) => (seen[0]?.matter.startsWith('try ') ? proposeGuard(seen) : proposeMend(seen)),
};
