import {
  type HookClient,
  type HookEvent,
  type HookRow,
  hookEvent,
  STEP,
} from '@sqrl/base/model/hook-events.ts';

/** The names of tools that run commands or change files, and those whose failures are told, in Claude Code's words. */
const CLAUDE_CHANGES = 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit';
const COPILOT_CHANGES = 'bash|powershell|edit|create|str_replace_editor|apply_patch';

/**
 * Where each client calls the hook program. Events are left out where the agent cannot be told anything, where they come
 * with every request to the model, and where the log says the same. This is apart from `clients.ts`, since the hook
 * program has this table in it and must not load anything else of a client.
 */
const ROWS: Readonly<Record<HookClient, readonly HookRow[]>> = {
  'claude-code': [
    { event: 'SessionStart', point: 'start' },
    { event: 'UserPromptSubmit', point: 'prompt' },
    { event: 'PreToolUse', point: 'before step', matcher: `${CLAUDE_CHANGES}|Grep` },
    { event: 'PostToolUse', point: 'after step', matcher: 'Read' },
    { event: 'PostToolUseFailure', point: 'after step', matcher: CLAUDE_CHANGES },
    { event: 'SubagentStart', point: 'subagent' },
    { event: 'Stop', point: 'turn end' },
    { event: 'SessionEnd', point: 'end' },
  ],
  // It reads files with shell commands, and has no event for a tool that failed.
  codex: [
    { event: 'SessionStart', point: 'start' },
    { event: 'UserPromptSubmit', point: 'prompt' },
    { event: 'PreToolUse', point: 'before step', matcher: 'Bash|apply_patch' },
    { event: 'PostToolUse', point: 'after step', matcher: 'Bash' },
    { event: 'SubagentStart', point: 'subagent' },
    { event: 'Stop', point: 'turn end' },
    { event: 'SessionEnd', point: 'end' },
  ],
  // Before a tool it takes a refusal only, and PreCompress comes before every request to the model.
  gemini: [
    { event: 'SessionStart', point: 'start' },
    { event: 'BeforeAgent', point: 'prompt' },
    { event: 'BeforeTool', point: 'before step', matcher: 'run_shell_command|replace|write_file' },
    {
      event: 'AfterTool',
      point: 'after step',
      matcher: 'run_shell_command|read_file|read_many_files|search_file_content|grep_search',
    },
    { event: 'AfterAgent', point: 'turn end' },
    { event: 'SessionEnd', point: 'end' },
  ],
  // Our plugin inside the client calls the program at these points of its interface; after a tool for failed commands only.
  opencode: [
    { event: 'chat.message', point: 'prompt' },
    {
      event: 'tool.execute.before',
      point: 'before step',
      matcher: 'bash|edit|multiedit|write|patch|apply_patch|grep',
    },
    { event: 'tool.execute.after', point: 'after step', matcher: 'bash|read' },
    { event: 'experimental.session.compacting', point: 'compaction' },
    { event: 'session.idle', point: 'turn end' },
    { event: 'dispose', point: 'end' },
  ],
  // It cannot show a message to the user, so the end of a turn needs no hook.
  copilot: [
    { event: 'sessionStart', point: 'start' },
    { event: 'userPromptSubmitted', point: 'prompt' },
    { event: 'preToolUse', point: 'before step', matcher: `${COPILOT_CHANGES}|grep` },
    // A command that failed is told here, an edit that failed below.
    { event: 'postToolUse', point: 'after step', matcher: 'bash|powershell|view' },
    { event: 'postToolUseFailure', point: 'after step', matcher: COPILOT_CHANGES },
    { event: 'subagentStart', point: 'subagent' },
    { event: 'sessionEnd', point: 'end' },
  ],
  // It drops the answer to a prompt, but the prompt may be a `/remember`.
  cursor: [
    { event: 'sessionStart', point: 'start' },
    { event: 'beforeSubmitPrompt', point: 'prompt' },
    { event: 'beforeShellExecution', point: 'before step' },
    { event: 'postToolUse', point: 'after step', matcher: 'Shell|Write|Read|Grep' },
    { event: 'postToolUseFailure', point: 'after step', matcher: 'Shell|Write' },
    { event: 'stop', point: 'turn end' },
    { event: 'sessionEnd', point: 'end' },
  ],
};

export const HOOK_EVENTS: Readonly<Record<HookClient, readonly HookEvent[]>> = mapped(ROWS);

function mapped(rows: typeof ROWS) {
  const clients = Object.entries(rows).map(([client, events]) => [client, events.map(hookEvent)]);
  return Object.fromEntries(clients) as Record<HookClient, HookEvent[]>;
}

/** The limits of a call of the hook program; an event that is not registered is treated as a step. */
export function eventOf(client: string, event: string): Pick<HookEvent, keyof typeof STEP | 'begins'> {
  return HOOK_EVENTS[client as HookClient]?.find((one) => one.event === event) ?? STEP;
}
