import { saidSignal } from './person-statements.ts';

/** What the product must do or keep to. */
export const requirement = saidSignal('requirement', {
  diagnostic: 0.85,
  acrossSessions: 0.85,
  falseAlarms: 0.2,
});
