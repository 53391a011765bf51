import type { AgentClient } from '../client.ts';
import { dataOf, setup } from './setup.ts';
import { toolOf } from './tools.ts';

/** opencode. It reads the rule files of other clients. */
export const opencode: AgentClient = {
  name: 'opencode',
  title: 'opencode',
  logs: {
    folder: dataOf,
    trees: [],
    recognize: (path) => (/[\\/]opencode[^\\/]*\.db$/i.test(path) ? 'database' : undefined),
  },
  reader: async () => (await import('./logs.ts')).opencodeLogs,
  dialect: async () => (await import('./hooks.ts')).opencodeHooks,
  toolOf,
  setup,
  rules: {
    project: ['AGENTS.md'],
    anyFolder: [],
    personal: [],
  },
};
