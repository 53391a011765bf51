import { type HookEvent, STEP, TURN } from '../../model/hook-events.ts';

/** Where Claude Code calls the hook program. */
export const EVENTS: readonly HookEvent[] = [
  { event: 'SessionStart', ...TURN, begins: true },
  { event: 'UserPromptSubmit', ...TURN, begins: true },
  { event: 'PreToolUse', matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Grep', ...STEP },
  { event: 'PostToolUse', matcher: 'Read', ...STEP },
  { event: 'PostToolUseFailure', matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit', ...STEP },
  { event: 'SubagentStart', ...TURN },
  { event: 'Stop', ...TURN },
  { event: 'SessionEnd', ...TURN },
];
