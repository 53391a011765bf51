import { toolTable } from '../reading/tools.ts';

/** What opencode's tools do, by their names. */
export const toolOf = toolTable(
  {
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
  },
  /^([^_]+)_(.+)$/s,
);
