import { saidSignal } from './person-statements.ts';

/** Standing wishes, and whatever has a key of its own: how people want things done. */
export const wish = saidSignal('wish', { diagnostic: 0.95, acrossSessions: 0.95, falseAlarms: 0.1 });
