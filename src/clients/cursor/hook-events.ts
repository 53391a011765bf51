import { type HookEvent, STEP, TURN } from '../../model/hook-events.ts';

/** Where Cursor calls the hook program. It drops the answer to a prompt, but the prompt may be a `/remember`. */
export const EVENTS: readonly HookEvent[] = [
  { event: 'sessionStart', ...TURN, begins: true },
  { event: 'beforeSubmitPrompt', ...TURN, begins: true },
  { event: 'beforeShellExecution', ...STEP },
  { event: 'postToolUse', matcher: 'Shell|Write|Read|Grep', ...STEP },
  { event: 'postToolUseFailure', matcher: 'Shell|Write', ...STEP },
  // Its sessions may stay open for weeks: each turn is read at its end.
  { event: 'stop', ...TURN },
  { event: 'sessionEnd', ...TURN },
];
