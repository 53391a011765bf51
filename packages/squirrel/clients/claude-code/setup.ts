import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { SetupTarget } from '../setup/client.ts';
import { type McpProgram, type McpRegistration, mcpServers, SERVER_NAME } from '../setup/mcp-server.ts';
import { commandTargets, commentIn, groupedHooks, serverEntry, settingsIn } from '../setup/ours.ts';
import { quoted } from '../setup/quoted.ts';
import type { Person, SetupContext } from '../setup/surroundings.ts';

/** Claude Code: servers in its state file, hooks in its settings. */
export const setup: AgentClient['setup'] = {
  programs: ['claude'],
  folders: (here) => [homeOf(here)],
  already: (here) => {
    const settings = settingsIn(join(homeOf(here), 'settings.json')) as { enabledPlugins?: object };
    const ours = Object.entries(settings.enabledPlugins ?? {}).some(
      ([name, enabled]) => name.startsWith('squirrel@') && enabled === true,
    );
    return ours ? 'has the Squirrel plugin, which includes everything.' : undefined;
  },
  targets: (here) => {
    const folder = folderOf(here);
    return [
      stateTarget(here),
      groupedHooks('claude-code', hooksPath(here), here),
      ...commandTargets('claude-code', join(folder, 'commands'), here),
    ];
  },
  next: (here) => [hooksIgnored(here) ?? []].flat(),
  check: (here) => {
    const says = hooksIgnored(here);
    return { runs: says === undefined, says: says ?? 'Its settings can be read.', fix: 'Remove it.' };
  },
  mcp,
};

/** Claude Code ignores a whole file of settings, our hooks too, for a comment or a comma too many in it. */
function hooksIgnored(here: SetupContext): string | undefined {
  const path = hooksPath(here);
  const found = commentIn(path);
  return (
    found &&
    `${path}, line ${found.line}: a comment or a trailing comma. Claude Code then ignores every hook.`
  );
}

/** The folder that holds Claude Code's settings and logs. */
export const homeOf = ({ env, person }: Person): string => env.CLAUDE_CONFIG_DIR || join(person, '.claude');

const folderOf = (here: SetupContext): string =>
  here.project === undefined ? homeOf(here) : join(here.project, '.claude');

/** Absolute paths are of this machine alone, so that of a project's two files it is the one that is not shared. */
const hooksPath = (here: SetupContext): string =>
  join(folderOf(here), here.project === undefined ? 'settings.json' : 'settings.local.json');

function stateTarget(here: SetupContext): SetupTarget {
  // Otherwise its tools are hidden until the agent looks for them.
  const entry = serverEntry(mcp, here, { alwaysLoad: true });
  const at = here.project === undefined ? entry.at : ['projects', here.project, ...entry.at];
  const { CLAUDE_CONFIG_DIR } = here.env;
  return {
    kind: 'json',
    path: join(CLAUDE_CONFIG_DIR || here.person, '.claude.json'),
    what: 'the MCP server',
    entries: [{ ...entry, at }],
  };
}

function mcp(program: McpProgram): McpRegistration {
  const { node, args, env } = program;
  return {
    ...mcpServers('~/.claude.json for every project, or .mcp.json in one', { type: 'stdio' })(program),
    command: [
      `claude mcp add --scope user ${SERVER_NAME}`,
      ...Object.entries(env).map(([key, value]) => `--env ${quoted(`${key}=${value}`)}`),
      '--',
      ...[node, ...args].map((word) => quoted(word)),
    ].join(' '),
  };
}
