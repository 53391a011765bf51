import { toolTable } from '../reading/tools.ts';

/** What Claude Code's tools do, by their names. */
export const toolOf = toolTable(
  {
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
    plan: 'toolsearch todowrite todoread exitplanmode enterplanmode taskcreate taskupdate taskget tasklist enterworktree exitworktree',
  },
  /^mcp__(.+?)__(.+)$/s,
);
