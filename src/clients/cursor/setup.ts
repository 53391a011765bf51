import { join } from 'node:path';
import type { ClientSetup } from '../setup/client.ts';
import { commandTargets, hookEntries, hookLine, serverEntry } from '../setup/ours.ts';
import type { Surroundings } from '../setup/surroundings.ts';

/** Cursor: a file for servers and one for hooks, whose items stand in their lists without a group. */
export const cursor: ClientSetup = {
  client: 'cursor',
  title: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  folders: (here) => [homeOf(here)],
  targets: (here) => {
    const folder = here.project === undefined ? homeOf(here) : join(here.project, '.cursor');
    return [
      {
        kind: 'json',
        path: join(folder, 'mcp.json'),
        what: 'the MCP server',
        entries: [serverEntry('cursor', here)],
      },
      {
        kind: 'json',
        path: join(folder, 'hooks.json'),
        what: 'hooks',
        blank: '{\n  "version": 1\n}\n',
        entries: hookEntries('cursor', ({ event, matcher, timeoutMs }) => ({
          command: hookLine('cursor', event, here),
          ...(matcher !== undefined && { matcher }),
          timeout: Math.ceil(timeoutMs / 1000),
        })),
      },
      ...commandTargets('cursor', join(folder, 'commands'), here),
    ];
  },
};

const homeOf = ({ person }: Surroundings): string => join(person, '.cursor');
