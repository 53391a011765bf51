import { join } from 'node:path';
import { HOOK_EVENTS } from '../../model/hook-events.ts';
import type { ClientSetup, Target } from '../setup/client.ts';
import { hookLine, MARK, serverEntry } from '../setup/ours.ts';
import type { Surroundings } from '../setup/surroundings.ts';

/** Copilot CLI: servers in a file of theirs, hooks in a folder in which a file is ours. */
export const copilot: ClientSetup = {
  client: 'copilot',
  title: 'Copilot CLI',
  programs: ['copilot'],
  folders: (here) => [homeOf(here)],
  targets: (here) =>
    here.project === undefined
      ? [
          {
            kind: 'json',
            path: join(homeOf(here), 'mcp-config.json'),
            what: 'the MCP server',
            entries: [serverEntry('copilot', here)],
          },
          hooks(here),
        ]
      : [],
};

function hooks(here: Surroundings): Target {
  const shell = here.platform === 'win32' ? 'powershell' : 'bash';
  const events = HOOK_EVENTS.copilot.map(({ event, matcher, timeoutMs }) => [
    event,
    [
      {
        type: 'command',
        ...(matcher !== undefined && { matcher }),
        [shell]: `${shell === 'powershell' ? '& ' : ''}${hookLine('copilot', event, here)}`,
        timeoutSec: Math.ceil(timeoutMs / 1000),
        // What marks the file as ours: JSON has no comments.
        comment: MARK,
      },
    ],
  ]);
  return {
    kind: 'whole',
    path: join(homeOf(here), 'hooks', 'squirrel.json'),
    what: 'hooks',
    text: `${JSON.stringify({ version: 1, hooks: Object.fromEntries(events) }, null, 2)}\n`,
    ours: (there) => there.includes(MARK),
  };
}

const homeOf = ({ env, person }: Surroundings): string => env.COPILOT_HOME || join(person, '.copilot');
