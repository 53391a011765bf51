import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import { configOf, type Person } from '../setup/surroundings.ts';
import { setup } from './setup.ts';
import { toolOf } from './tools.ts';

export const cursor: AgentClient = {
  name: 'cursor',
  title: 'Cursor',
  logs: {
    folder: stateOf,
    trees: ['globalStorage'],
    recognize: (path) => (/\.vscdb$/i.test(path) ? 'database' : undefined),
  },
  reader: async () => (await import('./logs.ts')).cursorLogs,
  dialect: async () => (await import('./hooks.ts')).cursorHooks,
  toolOf,
  setup,
  rules: {
    project: ['.cursorrules', '.cursor/rules/**/*.{md,mdc}', 'AGENTS.md'],
    anyFolder: [],
    personal: [],
  },
};

/** The folder in which the editor keeps its state; its settings lie elsewhere. */
function stateOf(here: Person): string {
  return here.env.CURSOR_USER_DIR || join(configOf(here), 'Cursor', 'User');
}
