import { join } from 'node:path';
import type { Driver, How } from './driver.ts';
import type { Place } from './place.ts';

/** opencode with an OpenAI-like provider: the fake model. */
export const opencode: Driver = {
  client: 'opencode',
  hands: ({ project }) => ({
    read: (file) => ({ name: 'read', tool: 'read', file, input: { filePath: join(project, file) } }),
    edit: (file, oldString, newString) => ({
      name: 'edit',
      tool: 'edit',
      file,
      input: { filePath: join(project, file), oldString, newString },
    }),
    write: (file, content) => ({
      name: 'write',
      tool: 'write',
      file,
      input: { filePath: join(project, file), content },
    }),
    run: (command, outcome) => ({
      name: 'bash',
      tool: 'run',
      outcome,
      input: { command, description: 'Run a command' },
    }),
    search: (pattern) => ({ name: 'grep', tool: 'search', input: { pattern } }),
    list: () => ({ name: 'glob', tool: 'list', input: { pattern: '**/*.js' } }),
    fetch: (url) => ({ name: 'webfetch', tool: 'fetch', input: { url, format: 'markdown' } }),
    task: (prompt) => ({
      name: 'task',
      tool: 'task',
      input: { description: 'Look around', prompt, subagent_type: 'general' },
    }),
    recall: (query) => ({ name: 'memo_recall', tool: 'mcp:memo/recall', input: { query } }),
    fail: (query) => ({ name: 'memo_break', tool: 'mcp:memo/break', outcome: 'failed', input: { query } }),
  }),
  command: (prompt, how, { place, url }) => {
    if (!how.settled) settle(how, place, url);
    return {
      args: [
        'run',
        ...(how.resume ? ['--continue'] : []),
        ...(how.resume === 'fork' ? ['--fork'] : []),
        ...prompt.split(' '),
      ],
      env: {
        XDG_CONFIG_HOME: join(place.home, '.config'),
        XDG_DATA_HOME: join(place.home, '.local/share'),
        XDG_STATE_HOME: join(place.home, '.local/state'),
        XDG_CACHE_HOME: join(place.home, '.cache'),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        OPENCODE_DISABLE_SHARE: '1',
      },
    };
  },
  logs: ['.local/share/opencode/opencode.db'],
};

function settle(how: How, place: Place, url: string): void {
  const model = { name: 'Fake', limit: { context: 200_000, output: 8192 }, tool_call: true };
  const command = ['node', join(place.home, 'bin/mcp-memo.ts')];
  place.write('.config/opencode/opencode.json', {
    // It would add this line itself.
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    model: 'fake/fake-model',
    small_model: 'fake/fake-small',
    permission: how.refuse ? { edit: 'ask' } : { '*': 'allow' },
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Fake',
        options: { baseURL: `${url}/v1`, apiKey: 'fake' },
        models: { 'fake-model': model, 'fake-small': model },
      },
    },
    ...(how.mcp && { mcp: { memo: { type: 'local', command, enabled: true } } }),
  });
  // Without this it waits more than a minute for the registry.
  place.write('.npmrc', 'offline=true\nfetch-retries=0\n');
}
