import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import { mcpServers } from '../setup/mcp-server.ts';
import { commandTargets, groupOf, hookEntries, hookLine, serverEntry } from '../setup/ours.ts';
import type { Person } from '../setup/surroundings.ts';

const mcp = mcpServers('~/.gemini/settings.json');

/** Gemini CLI: servers and hooks in one file, times in milliseconds. */
export const setup: AgentClient['setup'] = {
  programs: ['gemini'],
  folders: (here) => [homeOf(here)],
  already: (here) =>
    existsSync(join(homeOf(here), 'extensions', 'squirrel', 'gemini-extension.json'))
      ? 'has the Squirrel extension, which includes everything.'
      : undefined,
  targets: (here) => {
    const folder = here.project === undefined ? homeOf(here) : join(here.project, '.gemini');
    return [
      {
        kind: 'json',
        path: join(folder, 'settings.json'),
        what: 'the MCP server and hooks',
        entries: [
          serverEntry(mcp, here),
          ...hookEntries('gemini', (event) =>
            groupOf(event, {
              name: 'squirrel',
              command: hookLine('gemini', event.event, here),
              timeout: event.timeoutMs,
            }),
          ),
        ],
      },
      ...commandTargets('gemini', join(folder, 'commands'), here),
    ];
  },
  mcp,
};

/** The folder that holds Gemini CLI's settings and logs. */
export const homeOf = ({ env, person }: Person): string => join(env.GEMINI_CLI_HOME || person, '.gemini');
