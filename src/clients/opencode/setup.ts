import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientSetup, Target } from '../setup/client.ts';
import { commandTargets, hookWords, MARK, serverEntry } from '../setup/ours.ts';
import { packageOf, type Surroundings } from '../setup/surroundings.ts';

/** opencode: servers in its configuration, and a plugin that calls our program, for it has no hooks. */
export const opencode: ClientSetup = {
  client: 'opencode',
  title: 'opencode',
  programs: ['opencode'],
  folders: (here) => [
    configOf(here),
    join(here.env.XDG_DATA_HOME || join(here.person, '.local', 'share'), 'opencode'),
  ],
  targets: (here) => {
    const folder = here.project === undefined ? configOf(here) : here.project;
    const below = here.project === undefined ? folder : join(folder, '.opencode');
    return [
      {
        kind: 'json',
        path: configFile(folder),
        what: 'the MCP server',
        entries: [serverEntry('opencode', here)],
      },
      plugin(join(below, 'plugins', 'squirrel.js'), here),
      ...commandTargets('opencode', join(below, 'commands'), here),
    ];
  },
};

/** The plugin of the package, in which the program it calls stands with absolute paths. */
function plugin(path: string, here: Surroundings): Target {
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

const configOf = ({ env, person }: Surroundings): string =>
  env.OPENCODE_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(person, '.config'), 'opencode');

/** It reads both; ours goes where the person writes. */
function configFile(folder: string): string {
  const [plain, commented] = ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  return !existsSync(plain) && existsSync(commented) ? commented : plain;
}
