import type { HookRow } from '@sqrl/base/model/hook-events.ts';

/** Where Gemini CLI calls the hook program. Before a tool it takes a refusal only, and PreCompress comes before every request to the model. */
export const EVENTS: readonly HookRow[] = [
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
];
