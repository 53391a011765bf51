import type { HookRow } from '@sqrl/base/model/hook-events.ts';

/** Where Codex calls the hook program. It reads files with shell commands, and has no event for a tool that failed. */
export const EVENTS: readonly HookRow[] = [
  { event: 'SessionStart', point: 'start' },
  { event: 'UserPromptSubmit', point: 'prompt' },
  { event: 'PreToolUse', point: 'before step', matcher: 'Bash|apply_patch' },
  { event: 'PostToolUse', point: 'after step', matcher: 'Bash' },
  { event: 'SubagentStart', point: 'subagent' },
  { event: 'Stop', point: 'turn end' },
  { event: 'SessionEnd', point: 'end' },
];
