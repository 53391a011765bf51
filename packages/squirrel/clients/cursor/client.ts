import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { McpForm } from '../setup/client.ts';
import { commandTargets, hookEntries, hookLine, secondsOf, serverTarget } from '../setup/ours.ts';
import { configOf, type Person } from '../setup/surroundings.ts';

const server: McpForm = { file: '~/.cursor/mcp.json' };

/** Cursor: a file for servers and one for hooks, whose items stand in their lists without a group. */
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
  setup: {
    programs: ['cursor', 'cursor-agent'],
    folders: (here) => [homeOf(here)],
    targets: (here) => {
      const folder = here.project === undefined ? homeOf(here) : join(here.project, '.cursor');
      return [
        serverTarget(join(folder, 'mcp.json'), server, here),
        {
          kind: 'json',
          path: join(folder, 'hooks.json'),
          what: 'hooks',
          blank: '{\n  "version": 1\n}\n',
          entries: hookEntries('cursor', (each) => ({
            command: hookLine('cursor', each.event, here),
            ...(each.matcher !== undefined && { matcher: each.matcher }),
            timeout: secondsOf(each),
          })),
        },
        ...commandTargets('cursor', join(folder, 'commands'), here),
      ];
    },
    server,
  },
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

function homeOf({ person }: Person): string {
  return join(person, '.cursor');
}
