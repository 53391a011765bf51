import type { Client, Tool } from '../../model/event.ts';

/** What a client's own tool does, by the name the client gives it. */
export function toolOf(client: Client, name: string): Tool {
  const known = TOOLS_OF[client]?.get(name.toLowerCase());
  return known ?? mcpTool(client, name) ?? 'other';
}

/** A tool of an MCP server by the server's name and its own. */
export const mcp = (server: string, tool: string): Tool => `mcp:${server}/${tool}`;

/** How each client joins the name of an MCP server and of its tool. */
const MCP_NAMES: Partial<Record<Client, RegExp>> = {
  'claude-code': /^mcp__(.+?)__(.+)$/s,
  codex: /^mcp__(.+?)__(.+)$/s,
  gemini: /^mcp_([^_]+)_(.+)$/s,
  opencode: /^([^_]+)_(.+)$/s,
  copilot: /^([^-]+)-(.+)$/s,
  cursor: /^mcp_([^_]+)_(.+)$/s,
};

function mcpTool(client: Client, name: string): Tool | undefined {
  const [, server, tool] = MCP_NAMES[client]?.exec(name) ?? [];
  return server && tool ? mcp(server, tool) : undefined;
}

const names = (table: Partial<Record<Tool, string>>): Map<string, Tool> =>
  new Map(
    Object.entries(table).flatMap(([tool, all]) =>
      (all as string).split(' ').map((name): [string, Tool] => [name, tool as Tool]),
    ),
  );

// Names that are gone from today's versions stay: the logs of those versions do too.
const TOOLS_OF: Partial<Record<Client, Map<string, Tool>>> = {
  'claude-code': names({
    read: 'read notebookread',
    edit: 'edit multiedit notebookedit',
    write: 'write',
    search: 'grep lsp',
    list: 'glob ls',
    run: 'bash bashoutput taskoutput killshell killbash taskstop powershell monitor repl',
    fetch: 'webfetch readmcpresourcetool listmcpresourcestool',
    'web search': 'websearch',
    task: 'task agent skill slashcommand sendmessage workflow',
    ask: 'askuserquestion',
    plan: 'todowrite todoread exitplanmode enterplanmode taskcreate taskupdate taskget tasklist enterworktree exitworktree',
  }),
  codex: names({
    read: 'read_file view_image',
    edit: 'apply_patch',
    search: 'grep_files',
    list: 'list_dir',
    fetch: 'list_mcp_resources list_mcp_resource_templates read_mcp_resource',
    run: 'shell container.exec local_shell shell_command exec_command write_stdin unified_exec',
    'web search': 'web_search web_search_call',
    task: 'spawn_agent send_input wait close_agent wait_agent resume_agent',
    ask: 'request_user_input',
    plan: 'update_plan',
  }),
  gemini: names({
    read: 'read_file read_many_files',
    edit: 'replace edit',
    write: 'write_file',
    search: 'search_file_content grep_search ripgrep',
    list: 'list_directory ls glob',
    run: 'run_shell_command shell',
    fetch: 'web_fetch',
    'web search': 'google_web_search',
    task: 'delegate_to_agent codebase_investigator activate_skill invoke_agent',
    ask: 'ask_user',
    plan: 'write_todos save_memory enter_plan_mode exit_plan_mode update_topic',
  }),
  opencode: names({
    read: 'read',
    edit: 'edit multiedit patch apply_patch',
    write: 'write',
    search: 'grep codesearch lsp',
    list: 'list ls glob',
    run: 'bash',
    fetch: 'webfetch',
    'web search': 'websearch',
    task: 'task skill',
    ask: 'question',
    plan: 'todowrite todoread plan_exit plan_enter',
  }),
  copilot: names({
    read: 'view read read_file',
    edit: 'edit str_replace str_replace_editor apply_patch',
    write: 'create write',
    search: 'grep rg search',
    list: 'ls glob list_directory list_bash list_powershell',
    run: 'bash shell powershell read_bash write_bash stop_bash read_powershell write_powershell stop_powershell',
    fetch: 'web_fetch fetch',
    'web search': 'web_search',
    task: 'task skill read_agent list_agents',
    ask: 'ask_user',
    plan: 'update_todo report_intent exit_plan_mode store_memory',
  }),
  cursor: names({
    read: 'read_file read_file_v2 fetch_rules',
    edit: 'edit_file edit_file_v2 search_replace reapply multi_edit edit_notebook apply_patch delete_file',
    write: 'write create_file',
    search: 'codebase_search semantic_search_full grep_search grep rg ripgrep ripgrep_raw_search',
    list: 'list_dir list_dir_v2 file_search glob_file_search',
    run: 'run_terminal_command run_terminal_command_v2 run_terminal_cmd read_lints',
    fetch: 'web_fetch fetch',
    'web search': 'web_search',
    task: 'task task_v2',
    ask: 'ask_question',
    plan: 'todo_write todo_read create_plan update_current_step',
  }),
};
