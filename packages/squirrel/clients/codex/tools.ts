import { toolTable } from '../reading/tools.ts';

/** What Codex's tools do, by their names. */
export const toolOf = toolTable(
  {
    read: 'read_file view_image',
    edit: 'apply_patch',
    search: 'grep_files',
    list: 'list_dir',
    fetch: 'list_mcp_resources list_mcp_resource_templates read_mcp_resource',
    run: 'shell container.exec local_shell shell_command exec_command write_stdin unified_exec',
    'web search': 'web_search web_search_call',
    task: 'spawn_agent send_input wait close_agent wait_agent resume_agent',
    ask: 'request_user_input',
    plan: 'update_plan tool_search',
  },
  /^mcp__(.+?)__(.+)$/s,
);
