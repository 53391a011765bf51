import { saidSignal } from './person-statements.ts';

/** What was decided, and why. */
export const decision = saidSignal('decision', { diagnostic: 0.9, acrossSessions: 0.9, falseAlarms: 0.15 });
