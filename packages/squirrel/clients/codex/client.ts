import type { AgentClient } from '../client.ts';
import { homeOf, setup } from './setup.ts';
import { toolOf } from './tools.ts';

export const codex: AgentClient = {
  name: 'codex',
  title: 'Codex',
  logs: {
    folder: homeOf,
    trees: ['sessions', 'archived_sessions'],
    home: /[\\/](?:archived_)?sessions[\\/].*rollout-[^\\/]+$/,
    recognize: (path, head) => {
      if (/[\\/]rollout-[^\\/]*\.jsonl\.zst$/i.test(path)) return 'document';
      return /\.jsonl(\.gz)?$/i.test(path) &&
        /"type":"session_meta"|"type":"response_item"|"type":"event_msg"/.test(head())
        ? 'lines'
        : undefined;
    },
  },
  reader: async () => (await import('./logs.ts')).codexLogs,
  dialect: async () => (await import('./hooks.ts')).codexHooks,
  toolOf,
  setup,
  rules: {
    project: ['AGENTS.override.md', 'AGENTS.md'],
    anyFolder: ['AGENTS.md'],
    personal: ['AGENTS.md'],
  },
};
