import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { McpForm, SetupTarget } from '../setup/client.ts';
import { commandTargets, hookWords, serverTarget } from '../setup/ours.ts';
import { MARK, type Person, packageOf, type SetupContext } from '../setup/surroundings.ts';

const server: McpForm = {
  file: '~/.config/opencode/opencode.json',
  key: 'mcp',
  fields: { type: 'local', enabled: true },
  asList: true,
};

/**
 * opencode: servers in its configuration, and a plugin that calls our program, for it has no hooks. It reads the rule files
 * of other clients.
 */
export const opencode: AgentClient = {
  name: 'opencode',
  title: 'opencode',
  logs: {
    folder: dataOf,
    trees: [],
    recognize: (path) => (/[\\/]opencode[^\\/]*\.db$/i.test(path) ? 'database' : undefined),
  },
  reader: async () => (await import('./logs.ts')).opencodeLogs,
  dialect: async () => (await import('./hooks.ts')).opencodeHooks,
  setup: {
    programs: ['opencode'],
    folders: (here) => [configOf(here), dataOf(here)],
    targets: (here) => {
      const folder = here.project ?? configOf(here);
      const below = here.project === undefined ? folder : join(folder, '.opencode');
      return [
        serverTarget(configFile(folder), server, here),
        plugin(join(below, 'plugins', 'squirrel.js'), here),
        ...commandTargets('opencode', join(below, 'commands'), here),
      ];
    },
    server,
  },
  rules: {
    project: ['AGENTS.md'],
    anyFolder: [],
    personal: [],
  },
};

function dataOf({ env, person }: Person): string {
  return join(env.XDG_DATA_HOME || join(person, '.local', 'share'), 'opencode');
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
