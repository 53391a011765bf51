import { toolTable } from '../reading/tools.ts';

/** What Gemini CLI's tools do, by their names. */
export const toolOf = toolTable(
  {
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
  },
  /^mcp_([^_]+)_(.+)$/s,
);
