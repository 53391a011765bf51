import { toolTable } from '../reading/tools.ts';

/** What Copilot CLI's tools do, by their names. */
export const toolOf = toolTable(
  {
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
  },
  /^([^-]+)-(.+)$/s,
);
