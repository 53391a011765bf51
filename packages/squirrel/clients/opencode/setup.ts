import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { SetupTarget } from '../setup/client.ts';
import { MARK } from '../setup/mark.ts';
import { type McpProgram, type McpRegistration, SERVER_NAME, variables } from '../setup/mcp-server.ts';
import { commandTargets, hookWords, serverTarget } from '../setup/ours.ts';
import { type Person, packageOf, type SetupContext } from '../setup/surroundings.ts';

/** opencode: servers in its configuration, and a plugin that calls our program, for it has no hooks. */
export const setup: AgentClient['setup'] = {
  programs: ['opencode'],
  folders: (here) => [configOf(here), dataOf(here)],
  targets: (here) => {
    const folder = here.project === undefined ? configOf(here) : here.project;
    const below = here.project === undefined ? folder : join(folder, '.opencode');
    return [
      serverTarget(configFile(folder), mcp, here),
      plugin(join(below, 'plugins', 'squirrel.js'), here),
      ...commandTargets('opencode', join(below, 'commands'), here),
    ];
  },
  mcp,
};

/** The folder that holds opencode's logs. */
export const dataOf = ({ env, person }: Person): string =>
  join(env.XDG_DATA_HOME || join(person, '.local', 'share'), 'opencode');

function mcp({ node, args, env }: McpProgram): McpRegistration {
  return {
    file: '~/.config/opencode/opencode.json',
    at: ['mcp', SERVER_NAME],
    server: { type: 'local', command: [node, ...args], enabled: true, ...variables('environment', env) },
  };
}

/** The plugin of the package, in which the program it calls stands with absolute paths. */
function plugin(path: string, here: SetupContext): SetupTarget {
  const text = readFileSync(join(packageOf(here), 'plugins', 'opencode', 'squirrel.js'), 'utf8');
  const [node, hook, , , ...rest] = hookWords('opencode', '', here);
  const program = JSON.stringify({ before: [node, hook], behind: rest });
  return {
    kind: 'whole',
    path,
    what: 'the plugin',
    text: text.replace(/^const PROGRAM = .*$/m, () => `const PROGRAM = ${program};`),
    ours: (there) => there.includes(MARK),
  };
}

const configOf = ({ env, person }: SetupContext): string =>
  env.OPENCODE_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(person, '.config'), 'opencode');

/** It reads both; ours goes where the person writes. */
function configFile(folder: string): string {
  const [plain, commented] = ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  return !existsSync(plain) && existsSync(commented) ? commented : plain;
}
