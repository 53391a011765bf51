import { toolTable } from '../reading/tools.ts';

/** What the tools of VS Code and of the Copilot Chat extension do, by the ids that its chats name. */
export const toolOf = toolTable(
  {
    read: 'copilot_readfile read_file copilot_readnotebookcelloutput copilot_getnotebooksummary copilot_viewimage',
    edit: 'copilot_replacestring copilot_multireplacestring copilot_insertedit copilot_applypatch copilot_editnotebook copilot_editfiles vscode_editfile_internal',
    write:
      'copilot_createfile copilot_createdirectory copilot_createnewjupyternotebook copilot_createnewworkspace',
    search:
      'copilot_findtextinfiles copilot_searchcodebase copilot_searchworkspacesymbols copilot_listcodeusages vscode_listcodeusages copilot_findtestfiles',
    list: 'copilot_findfiles copilot_listdirectory copilot_readprojectstructure copilot_getchangedfiles copilot_geterrors',
    run: 'run_in_terminal runinterminal create_and_run_task run_task runtests copilot_runnotebookcell',
    fetch: 'copilot_fetchwebpage vscode_fetchwebpage_internal copilot_githubrepo copilot_opensimplebrowser',
    task: 'runsubagent copilot_runsubagent search_subagent',
    ask: 'vscode_askquestions',
    plan: 'manage_todo_list copilot_think copilot_memory',
  },
  /^mcp_([^_]+)_(.+)$/s,
);
