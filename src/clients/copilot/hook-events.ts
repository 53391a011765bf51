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
  {
    event: 'postToolUse',
    matcher: 'bash|powershell|edit|create|str_replace_editor|apply_patch|view',
    ...STEP,
  },
  {
    event: 'postToolUseFailure',
    matcher: 'bash|powershell|edit|create|str_replace_editor|apply_patch',
    ...STEP,
  },
  { event: 'subagentStart', ...TURN },
  { event: 'preCompact', ...TURN },
  { event: 'sessionEnd', ...TURN },
];
