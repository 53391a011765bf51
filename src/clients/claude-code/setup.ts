import { join } from 'node:path';
import type { ClientSetup, Target } from '../setup/client.ts';
import { commandTargets, groupOf, hookEntries, hookLine, serverEntry, settingsIn } from '../setup/ours.ts';
import type { Surroundings } from '../setup/surroundings.ts';

/** Claude Code: servers in its state file, hooks in its settings. */
export const claudeCode: ClientSetup = {
  client: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  folders: (here) => [folderOf(here)],
  already: (here) => {
    const settings = settingsIn(join(folderOf(here), 'settings.json')) as { enabledPlugins?: object };
    const ours = Object.entries(settings.enabledPlugins ?? {}).some(
      ([name, enabled]) => name.startsWith('squirrel@') && enabled === true,
    );
    return ours ? 'has our plugin, which brings everything.' : undefined;
  },
  targets: (here) => {
    const { project } = here;
    const folder = project === undefined ? folderOf(here) : join(project, '.claude');
    return [
      serverTarget(here),
      {
        kind: 'json',
        // Absolute paths are of this machine alone, so that of a project's two files it is the one that is not shared.
        path: join(folder, project === undefined ? 'settings.json' : 'settings.local.json'),
        what: 'hooks',
        entries: hookEntries('claude-code', (event) =>
          groupOf(event, {
            command: hookLine('claude-code', event.event, here),
            timeout: Math.ceil(event.timeoutMs / 1000),
          }),
        ),
      },
      ...commandTargets('claude-code', join(folder, 'commands'), here),
    ];
  },
};

function serverTarget(here: Surroundings): Target {
  // Otherwise its tools are hidden until the agent looks for them.
  const entry = serverEntry('claude-code', here, { alwaysLoad: true });
  const at = here.project === undefined ? entry.at : ['projects', here.project, ...entry.at];
  const { CLAUDE_CONFIG_DIR } = here.env;
  return {
    kind: 'json',
    path: join(CLAUDE_CONFIG_DIR || here.person, '.claude.json'),
    what: 'the MCP server',
    entries: [{ ...entry, at }],
  };
}

const folderOf = ({ env, person }: Surroundings): string => env.CLAUDE_CONFIG_DIR || join(person, '.claude');
