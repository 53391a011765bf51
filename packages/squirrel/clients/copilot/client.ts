import type { AgentClient } from '../client.ts';
import { homeOf, setup } from './setup.ts';
import { toolOf } from './tools.ts';

export const copilot: AgentClient = {
  name: 'copilot',
  title: 'Copilot CLI',
  logs: {
    folder: homeOf,
    trees: ['session-state'],
    home: /[\\/]session-state[\\/]/,
    recognize: (path, head) =>
      /\.jsonl(\.gz)?$/i.test(path) && /"type":"session\.start"|"type":"user\.message"/.test(head())
        ? 'lines'
        : undefined,
  },
  reader: async () => (await import('./logs.ts')).copilotLogs,
  dialect: async () => (await import('./hooks.ts')).copilotHooks,
  toolOf,
  setup,
  rules: {
    project: ['.github/copilot-instructions.md', '.github/instructions/*.md', 'AGENTS.md'],
    anyFolder: [],
    personal: ['copilot-instructions.md'],
  },
};
