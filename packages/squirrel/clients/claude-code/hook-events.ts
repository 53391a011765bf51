import type { HookRow } from '@sqrl/base/model/hook-events.ts';

/** Where Claude Code calls the hook program. */
export const EVENTS: readonly HookRow[] = [
  { event: 'SessionStart', point: 'start' },
  { event: 'UserPromptSubmit', point: 'prompt' },
  {
    event: 'PreToolUse',
    point: 'before step',
    matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Grep',
  },
  { event: 'PostToolUse', point: 'after step', matcher: 'Read' },
  {
    event: 'PostToolUseFailure',
    point: 'after step',
    matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit',
  },
  { event: 'SubagentStart', point: 'subagent' },
  { event: 'Stop', point: 'turn end' },
  { event: 'SessionEnd', point: 'end' },
];
