import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import { HOOK_EVENTS } from '../hook-events.ts';
import type { McpForm, SetupTarget } from '../setup/client.ts';
import { hookLine, secondsOf, serverTarget } from '../setup/ours.ts';
import { MARK, type Person, type SetupContext } from '../setup/surroundings.ts';

const server: McpForm = { file: '~/.copilot/mcp-config.json', fields: { type: 'local', tools: ['*'] } };

/** Copilot CLI: servers in a file of theirs, hooks in a folder in which a file is ours. */
export const copilot: AgentClient = {
  name: 'copilot',
  title: 'Copilot CLI',
  logs: {
    folder: homeOf,
    trees: ['session-state'],
    home: /[\\/]session-state[\\/]/,
    recognize: (path, head) =>
      /\.jsonl(\.gz)?$/i.test(path) && /"type":"session\.start"|"type":"user\.message"/.test(head())
        ? 'lines'
        : undefined,
  },
  reader: async () => (await import('./logs.ts')).copilotLogs,
  dialect: async () => (await import('./hooks.ts')).copilotHooks,
  setup: {
    programs: ['copilot'],
    folders: (here) => [homeOf(here)],
    targets: (here) =>
      here.project === undefined
        ? [serverTarget(join(homeOf(here), 'mcp-config.json'), server, here), hooks(here)]
        : [],
    server,
  },
  rules: {
    project: ['.github/copilot-instructions.md', '.github/instructions/*.md', 'AGENTS.md'],
    anyFolder: [],
    personal: ['copilot-instructions.md'],
  },
};

function homeOf({ env, person }: Person): string {
  return env.COPILOT_HOME || join(person, '.copilot');
}

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
