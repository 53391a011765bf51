import type { HookRow } from '@sqrl/base/model/hook-events.ts';

/** Where Cursor calls the hook program. It drops the answer to a prompt, but the prompt may be a `/remember`. */
export const EVENTS: readonly HookRow[] = [
  { event: 'sessionStart', point: 'start' },
  { event: 'beforeSubmitPrompt', point: 'prompt' },
  { event: 'beforeShellExecution', point: 'before step' },
  { event: 'postToolUse', point: 'after step', matcher: 'Shell|Write|Read|Grep' },
  { event: 'postToolUseFailure', point: 'after step', matcher: 'Shell|Write' },
  { event: 'stop', point: 'turn end' },
  { event: 'sessionEnd', point: 'end' },
];
