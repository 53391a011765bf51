import type { Client } from './event.ts';

/** The clients that call us at points of their sessions. */
export const HOOK_CLIENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'] as const;

export type HookClient = (typeof HOOK_CLIENTS)[number] & Client;

/** A point of a client's sessions at which our program is called. */
export interface HookEvent {
  /** As the client calls it. */
  event: string;
  /** The client's own names of the tools it is called for, as an expression; without it for all. */
  matcher?: string;
  /** When our program ends by itself, counted from the start of its process. */
  limitMs: number;
  /** What the client is told to wait at most; longer, since a busy machine takes a while to start any process. */
  timeoutMs: number;
  /** Something begins here: the daemon is started for it and waited for where none runs. */
  begins?: true;
}

/** A step of an agent must not wait; where a session or a turn begins or ends, a moment more is not felt. */
const STEP = { limitMs: 300, timeoutMs: 2000 } as const;
const TURN = { limitMs: 1000, timeoutMs: 3000 } as const;

/**
 * Where each client calls us. What is not in the list is not worth a process: it can say nothing to the agent there,
 * or is called for every request to the model, or the log tells the same.
 */
export const HOOK_EVENTS: Readonly<Record<HookClient, readonly HookEvent[]>> = {
  'claude-code': [
    { event: 'SessionStart', ...TURN, begins: true },
    { event: 'UserPromptSubmit', ...TURN, begins: true },
    { event: 'PreToolUse', matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Grep', ...STEP },
    { event: 'PostToolUse', matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Read', ...STEP },
    { event: 'PostToolUseFailure', matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit', ...STEP },
    { event: 'SubagentStart', ...TURN },
    { event: 'PreCompact', ...TURN },
    { event: 'Stop', ...TURN },
    { event: 'SessionEnd', ...TURN },
  ],
  // A read is a shell command there, and there is no event for what fails.
  codex: [
    { event: 'SessionStart', ...TURN, begins: true },
    { event: 'UserPromptSubmit', ...TURN, begins: true },
    { event: 'PreToolUse', matcher: 'Bash|apply_patch', ...STEP },
    { event: 'PostToolUse', matcher: 'Bash|apply_patch', ...STEP },
    { event: 'SubagentStart', ...TURN },
    { event: 'PreCompact', ...TURN },
    { event: 'Stop', ...TURN },
    { event: 'SessionEnd', ...TURN },
  ],
  // Nothing said before a tool is handed on, and PreCompress comes before every request to the model.
  gemini: [
    { event: 'SessionStart', ...TURN, begins: true },
    { event: 'BeforeAgent', ...TURN, begins: true },
    {
      event: 'AfterTool',
      matcher:
        'run_shell_command|replace|write_file|read_file|read_many_files|search_file_content|grep_search',
      ...STEP,
    },
    { event: 'AfterAgent', ...TURN },
    { event: 'SessionEnd', ...TURN },
  ],
  // Its plugin runs inside the client and calls the program at these points of its own interface.
  opencode: [
    { event: 'chat.message', ...TURN, begins: true },
    { event: 'tool.execute.before', matcher: 'bash|edit|multiedit|write|patch|apply_patch|grep', ...STEP },
    { event: 'tool.execute.after', matcher: 'bash|edit|multiedit|write|patch|apply_patch|read', ...STEP },
    { event: 'experimental.session.compacting', ...TURN },
    { event: 'session.idle', ...TURN },
    { event: 'dispose', ...TURN },
  ],
  // It has no place for words to the person, so its turns may end without us.
  copilot: [
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
  ],
  // What is said to a prompt there reaches nobody, but it may be a `/remember`.
  cursor: [
    { event: 'sessionStart', ...TURN, begins: true },
    { event: 'beforeSubmitPrompt', ...TURN, begins: true },
    { event: 'postToolUse', matcher: 'Shell|Write|Read|Grep', ...STEP },
    { event: 'postToolUseFailure', matcher: 'Shell|Write', ...STEP },
    { event: 'preCompact', ...TURN },
    // Its sessions may stay open for weeks: each turn is read at its end.
    { event: 'stop', ...TURN },
    { event: 'sessionEnd', ...TURN },
  ],
};

/** What holds for a call of our program; an event that nobody registered is treated as a step. */
export function eventOf(client: string, event: string): { limitMs: number; begins: boolean } {
  const found = HOOK_EVENTS[client as HookClient]?.find((one) => one.event === event);
  return { limitMs: found?.limitMs ?? STEP.limitMs, begins: found?.begins ?? false };
}
