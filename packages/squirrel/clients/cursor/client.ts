import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { Person } from '../setup/surroundings.ts';
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
function stateOf({ env, person, platform }: Person): string {
  const config =
    platform === 'win32'
      ? env.APPDATA || join(person, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(person, 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(person, '.config');
  return env.CURSOR_USER_DIR || join(config, 'Cursor', 'User');
}
