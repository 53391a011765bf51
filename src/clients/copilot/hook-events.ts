import { type HookEvent, STEP, TURN } from '../../model/hook-events.ts';

/** Where Copilot CLI calls the hook program. It cannot show a message to the user, so the end of a turn needs no hook. */
export const EVENTS: readonly HookEvent[] = [
  { event: 'sessionStart', ...TURN, begins: true },
  { event: 'userPromptSubmitted', ...TURN, begins: true },
  {
    event: 'preToolUse',
    matcher: 'bash|powershell|edit|create|str_replace_editor|apply_patch|grep',
    ...STEP,
  },
  // A command that failed is told here, an edit that failed below.
  { event: 'postToolUse', matcher: 'bash|powershell|view', ...STEP },
  {
    event: 'postToolUseFailure',
    matcher: 'bash|powershell|edit|create|str_replace_editor|apply_patch',
    ...STEP,
  },
  { event: 'subagentStart', ...TURN },
  { event: 'sessionEnd', ...TURN },
];
