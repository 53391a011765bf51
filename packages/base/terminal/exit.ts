import type { ProblemCode } from '../problem.ts';

/** What the exit status of every command means. */
export const EXIT = { done: 0, problem: 1, usage: 2, nothing: 3, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit status each kind of problem ends with. */
export const exitOf: Readonly<Record<ProblemCode, ExitCode>> = {
  usage: EXIT.usage,
  invalid: EXIT.problem,
  not_found: EXIT.nothing,
  forbidden: EXIT.problem,
  store: EXIT.problem,
  busy: EXIT.problem,
  provider: EXIT.problem,
  cancelled: EXIT.interrupted,
  unconfirmed: EXIT.usage,
};
