import type { HookRow } from '@sqrl/base/model/hook-events.ts';

/** Where Copilot CLI calls the hook program. It cannot show a message to the user, so the end of a turn needs no hook. */
export const EVENTS: readonly HookRow[] = [
  { event: 'sessionStart', point: 'start' },
  { event: 'userPromptSubmitted', point: 'prompt' },
  {
    event: 'preToolUse',
    point: 'before step',
    matcher: 'bash|powershell|edit|create|str_replace_editor|apply_patch|grep',
  },
  // A command that failed is told here, an edit that failed below.
  { event: 'postToolUse', point: 'after step', matcher: 'bash|powershell|view' },
  {
    event: 'postToolUseFailure',
    point: 'after step',
    matcher: 'bash|powershell|edit|create|str_replace_editor|apply_patch',
  },
  { event: 'subagentStart', point: 'subagent' },
  { event: 'sessionEnd', point: 'end' },
];
