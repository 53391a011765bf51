import { toolTable } from '../reading/tools.ts';

/** What Cursor's tools do, by their names. */
export const toolOf = toolTable(
  {
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
  },
  /^mcp_([^_]+)_(.+)$/s,
);
