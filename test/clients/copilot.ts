import { join } from 'node:path';
import type { Driver } from './driver.ts';
import { cutLong } from './vendor-text.ts';

/** Copilot CLI with a model of the person's own: the fake one. */
export const copilot: Driver = {
  client: 'copilot',
  hands: ({ project }) => ({
    read: (file) => ({ name: 'view', tool: 'read', file, input: { path: join(project, file) } }),
    edit: (file, old_str, new_str) => ({
      name: 'edit',
      tool: 'edit',
      file,
      input: { path: join(project, file), old_str, new_str },
    }),
    write: (file, file_text) => ({
      name: 'create',
      tool: 'write',
      file,
      input: { path: join(project, file), file_text },
    }),
    run: (command, outcome) => ({
      name: 'bash',
      tool: 'run',
      outcome,
      input: { command, description: 'Run a command' },
    }),
    search: (pattern) => ({ name: 'grep', tool: 'search', input: { pattern } }),
    list: () => ({ name: 'glob', tool: 'list', input: { pattern: '**/*.js' } }),
    task: (prompt) => ({
      name: 'task',
      tool: 'task',
      input: { description: 'Look around', prompt, agent_type: 'general-purpose', name: 'looker' },
    }),
    recall: (query) => ({ name: 'memo-recall', tool: 'mcp:memo/recall', input: { query } }),
    fail: (query) => ({ name: 'memo-break', tool: 'mcp:memo/break', outcome: 'failed', input: { query } }),
  }),
  command: (prompt, how, { place, url }) => {
    if (how.resume === 'fork') return undefined;
    const memo = {
      type: 'local',
      command: 'node',
      args: [join(place.home, 'bin/mcp-memo.ts')],
      tools: ['*'],
    };
    if (how.mcp) place.write('.copilot/mcp-config.json', { mcpServers: { memo } });
    return {
      args: [
        ...['-p', prompt, '--no-color'],
        ...(how.refuse ? [] : ['--allow-all-tools', '--allow-all-paths', '--allow-all-urls']),
        ...(how.resume ? ['--continue'] : []),
      ],
      env: {
        COPILOT_HOME: join(place.home, '.copilot'),
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_API_KEY: 'fake',
        COPILOT_MODEL: 'gpt-5',
        COPILOT_PROVIDER_WIRE_MODEL: 'fake-model',
        COPILOT_AUTO_UPDATE: 'false',
        CI: '1',
      },
    };
  },
  logs: ['.copilot/session-state/*/{events.jsonl,workspace.yaml}'],
  cut: (record) => (record.type === 'system.message' ? { ...record, data: cutLong(record.data) } : record),
};
