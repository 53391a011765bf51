import { saidSignal } from './person-statements.ts';

/** What people say when something was done or understood wrongly. */
export const correction = saidSignal('correction', {
  diagnostic: 0.9,
  acrossSessions: 0.8,
  falseAlarms: 0.15,
});
