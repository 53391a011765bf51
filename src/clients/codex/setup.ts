import { join } from 'node:path';
import type { ClientSetup } from '../setup/client.ts';
import { commandTargets, groupOf, hookEntries, hookLine, serverEntry } from '../setup/ours.ts';
import type { Surroundings } from '../setup/surroundings.ts';

/** Codex: servers in its TOML file, hooks in a file of their own, which its user has to trust. */
export const codex: ClientSetup = {
  client: 'codex',
  title: 'Codex',
  programs: ['codex'],
  folders: (here) => [homeOf(here)],
  targets: (here) => {
    const folder = folderOf(here);
    return [
      {
        kind: 'toml',
        path: join(folder, 'config.toml'),
        what: 'the MCP server',
        entries: [serverEntry('codex', here)],
      },
      {
        kind: 'json',
        path: join(folder, 'hooks.json'),
        what: 'hooks',
        entries: hookEntries('codex', (event) =>
          groupOf(event, {
            command: hookLine('codex', event.event, here),
            timeout: Math.ceil(event.timeoutMs / 1000),
          }),
        ),
      },
      // It reads them from its own home only.
      ...(here.project === undefined ? commandTargets('codex', join(folder, 'skills'), here) : []),
    ];
  },
  next: () => [
    'Codex runs only hooks that you trust, and skips others without a word: start `codex` once and choose “Trust all and continue”, or type /hooks in it. It asks again when an update of sqrl moves it.',
  ],
};

const homeOf = ({ env, person }: Surroundings): string => env.CODEX_HOME || join(person, '.codex');

const folderOf = (here: Surroundings): string =>
  here.project === undefined ? homeOf(here) : join(here.project, '.codex');
