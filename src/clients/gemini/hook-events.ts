import { type HookEvent, STEP, TURN } from '../../model/hook-events.ts';

/** Where Gemini CLI calls the hook program. Before a tool it takes a refusal only, and PreCompress comes before every request to the model. */
export const EVENTS: readonly HookEvent[] = [
  { event: 'SessionStart', ...TURN, begins: true },
  { event: 'BeforeAgent', ...TURN, begins: true },
  { event: 'BeforeTool', matcher: 'run_shell_command|replace|write_file', ...STEP },
  {
    event: 'AfterTool',
    matcher: 'run_shell_command|read_file|read_many_files|search_file_content|grep_search',
    ...STEP,
  },
  { event: 'AfterAgent', ...TURN },
  { event: 'SessionEnd', ...TURN },
];
