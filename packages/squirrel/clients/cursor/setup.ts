import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import { mcpServers } from '../setup/mcp-server.ts';
import { commandTargets, hookEntries, hookLine, secondsOf, serverTarget } from '../setup/ours.ts';
import type { Person } from '../setup/surroundings.ts';

const mcp = mcpServers('~/.cursor/mcp.json');

/** Cursor: a file for servers and one for hooks, whose items stand in their lists without a group. */
export const setup: AgentClient['setup'] = {
  programs: ['cursor', 'cursor-agent'],
  folders: (here) => [homeOf(here)],
  targets: (here) => {
    const folder = here.project === undefined ? homeOf(here) : join(here.project, '.cursor');
    return [
      serverTarget(join(folder, 'mcp.json'), mcp, here),
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
  mcp,
};

const homeOf = ({ person }: Person): string => join(person, '.cursor');
