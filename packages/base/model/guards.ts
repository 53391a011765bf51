import type { TrustLevel } from './delivery.ts';

/**
 * What is done about a call that failed before or that breaks a rule. `stop-once`: it is stopped once where it is all but
 * certain to fail again, or breaks the rule's words. `tell`: known failures stand in the brief and after a failure, and a
 * broken rule is told after the step. `off`: nothing.
 */
export const GUARD_MODES = ['stop-once', 'tell', 'off'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];

/** What is done about failures where no setting says so: a memory that has yet to prove itself stops no call. Rules are stopped. */
export const guardsByTrust = (level: TrustLevel): GuardMode => (level === 'cautious' ? 'tell' : 'stop-once');

/** The line by which a stopped call is known in a log: it did not fail, it was not made. */
export const STOPPED = 'Squirrel stopped this call';

/** Whether what a tool said is that it was stopped. */
export const isStopText = (text: string): boolean => STOP_TEXT.test(text.slice(0, MAX_PREFIX_CHARS));

/** Clients put a few words of their own before it, such as `PreToolUse:Bash hook error: `. */
const MAX_PREFIX_CHARS = 120;
const STOP_TEXT = new RegExp(`^(?:[^\\n]{1,80}: )?${STOPPED}`);
