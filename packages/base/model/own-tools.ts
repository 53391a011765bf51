/** Tools of ours that only say what a person or the gate has let pass, or what the project's own code says. */
const VOUCHED =
  'remember|record_memory|memory_add|correct_memory|memory_delete|memory_stats|recall|search_memory|search_project_memory|get_task_context|get_session_context|get_\\w+_view|find_symbol|code_impact|analyzeImpact|get_callers|get_dependencies|get_file_contents';

/** Tools of ours by which an agent has something remembered. */
const REMEMBERING = 'remember|record_memory|memory_add|correct_memory';

/** However a client calls the server: a plugin's has the plugin's name before its own. */
const own = (names: string): RegExp => new RegExp(`^mcp:(?:plugin_)?(?:\\w+_)?squirrel/(?:${names})$`);

const VOUCHED_TOOL = own(VOUCHED);
const REMEMBERING_TOOL = own(REMEMBERING);

/** Whether an answer is Squirrel's own, with nothing in it that nobody vouched for. */
export const isVouchedFor = (tool: string): boolean => VOUCHED_TOOL.test(tool);

export const isRemembering = (tool: string): boolean => REMEMBERING_TOOL.test(tool);
