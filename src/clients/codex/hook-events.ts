import { type HookEvent, STEP, TURN } from '../../model/hook-events.ts';

/** Where Codex calls the hook program. It reads files with shell commands, and has no event for a tool that failed. */
export const EVENTS: readonly HookEvent[] = [
  { event: 'SessionStart', ...TURN, begins: true },
  { event: 'UserPromptSubmit', ...TURN, begins: true },
  { event: 'PreToolUse', matcher: 'Bash|apply_patch', ...STEP },
  { event: 'PostToolUse', matcher: 'Bash', ...STEP },
  { event: 'SubagentStart', ...TURN },
  { event: 'Stop', ...TURN },
  { event: 'SessionEnd', ...TURN },
];
