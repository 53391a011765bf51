import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import { HOOK_EVENTS } from '../hook-events.ts';
import type { SetupTarget } from '../setup/client.ts';
import { MARK } from '../setup/mark.ts';
import { mcpServers } from '../setup/mcp-server.ts';
import { hookLine, secondsOf, serverTarget } from '../setup/ours.ts';
import type { Person, SetupContext } from '../setup/surroundings.ts';

const mcp = mcpServers('~/.copilot/mcp-config.json', { type: 'local', tools: ['*'] });

/** Copilot CLI: servers in a file of theirs, hooks in a folder in which a file is ours. */
export const setup: AgentClient['setup'] = {
  programs: ['copilot'],
  folders: (here) => [homeOf(here)],
  targets: (here) =>
    here.project === undefined
      ? [serverTarget(join(homeOf(here), 'mcp-config.json'), mcp, here), hooks(here)]
      : [],
  mcp,
};

/** The folder that holds Copilot CLI's settings and logs. */
export const homeOf = ({ env, person }: Person): string => env.COPILOT_HOME || join(person, '.copilot');

function hooks(here: SetupContext): SetupTarget {
  const shell = here.platform === 'win32' ? 'powershell' : 'bash';
  const events = HOOK_EVENTS.copilot.map((each) => [
    each.event,
    [
      {
        type: 'command',
        ...(each.matcher !== undefined && { matcher: each.matcher }),
        [shell]: `${shell === 'powershell' ? '& ' : ''}${hookLine('copilot', each.event, here)}`,
        timeoutSec: secondsOf(each),
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
