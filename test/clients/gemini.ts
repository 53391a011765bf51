import { join } from 'node:path';
import type { Driver } from './driver.ts';

/** Gemini CLI with a key, which leads it to the fake model without asking anybody. */
export const gemini: Driver = {
  client: 'gemini',
  hands: ({ project }) => ({
    read: (file) => ({ name: 'read_file', tool: 'read', file, input: { file_path: join(project, file) } }),
    edit: (file, old_string, new_string) => ({
      name: 'replace',
      tool: 'edit',
      file,
      input: { file_path: join(project, file), old_string, new_string, instruction: 'Change the operator.' },
    }),
    write: (file, content) => ({
      name: 'write_file',
      tool: 'write',
      file,
      input: { file_path: join(project, file), content },
    }),
    run: (command, outcome) => ({
      name: 'run_shell_command',
      tool: 'run',
      outcome,
      input: { command, description: 'Run a command' },
    }),
    search: (pattern) => ({ name: 'grep_search', tool: 'search', input: { pattern } }),
    list: () => ({ name: 'list_directory', tool: 'list', input: { dir_path: project } }),
    // It goes to no address of this machine or its neighbours.
    fetch: (url) => ({
      name: 'web_fetch',
      tool: 'fetch',
      outcome: 'failed',
      input: { prompt: `Say what ${url} says.` },
    }),
    webSearch: (query) => ({ name: 'google_web_search', tool: 'web search', input: { query } }),
    task: (prompt) => ({
      name: 'invoke_agent',
      tool: 'task',
      input: { agent_name: 'generalist', prompt },
    }),
    recall: (query) => ({ name: 'mcp_memo_recall', tool: 'mcp:memo/recall', input: { query } }),
    fail: (query) => ({
      name: 'mcp_memo_break',
      tool: 'mcp:memo/break',
      outcome: 'failed',
      input: { query },
    }),
  }),
  command: (prompt, how, { place, url }) => {
    // It knows no copy of a session, hides the tools that nobody is there to allow, and compacts at a terminal only.
    if (how.resume === 'fork' || how.refuse || how.small) return undefined;
    const memo = { command: 'node', args: [join(place.home, 'bin/mcp-memo.ts')], trust: true };
    if (!how.settled)
      place.write('.gemini/settings.json', { ...settings(), ...(how.mcp && { mcpServers: { memo } }) });
    return {
      args: [
        ...['-p', prompt, '--output-format', 'json', '-m', 'gemini-2.5-pro'],
        ...['--approval-mode', 'yolo'],
        ...(how.resume ? ['--resume', 'latest'] : []),
      ],
      env: { ...env(url), CI: '1' },
    };
  },
  terminal: ({ place, url, free }) => {
    place.write('.gemini/settings.json', settings());
    return { args: ['-m', 'gemini-2.5-pro', '--approval-mode', free ? 'yolo' : 'default'], env: env(url) };
  },
  logs: [
    '.gemini/tmp/**/chats/**/*',
    '.gemini/tmp/*/.project_root',
    '.gemini/tmp/*/logs.json',
    '.gemini/projects.json',
  ],
};

const settings = () => ({
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
});

const env = (url: string) => ({
  GEMINI_API_KEY: 'fake',
  GOOGLE_GEMINI_BASE_URL: url,
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  NO_BROWSER: '1',
  // Else it starts itself once more, with more memory than a short session needs.
  GEMINI_CLI_NO_RELAUNCH: 'true',
});
