import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientSetup } from '../setup/client.ts';
import { commandTargets, groupOf, hookEntries, hookLine, serverEntry } from '../setup/ours.ts';
import type { Surroundings } from '../setup/surroundings.ts';

/** Gemini CLI: servers and hooks in one file, times in milliseconds. */
export const gemini: ClientSetup = {
  client: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  folders: (here) => [homeOf(here)],
  already: (here) =>
    existsSync(join(homeOf(here), 'extensions', 'squirrel', 'gemini-extension.json'))
      ? 'has our extension, which brings everything.'
      : undefined,
  targets: (here) => {
    const folder = here.project === undefined ? homeOf(here) : join(here.project, '.gemini');
    return [
      {
        kind: 'json',
        path: join(folder, 'settings.json'),
        what: 'the MCP server and hooks',
        entries: [
          serverEntry('gemini', here),
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
};

const homeOf = ({ env, person }: Surroundings): string => join(env.GEMINI_CLI_HOME || person, '.gemini');
