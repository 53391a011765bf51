import { saidSignal } from './person-statements.ts';

/** What is so in the project, as people tell it. */
export const fact = saidSignal('fact', { diagnostic: 0.85, acrossSessions: 0.85, falseAlarms: 0.2 });
