import { join } from 'node:path';
import type { SetupTarget } from './client.ts';
import { launcherTarget } from './launcher.ts';
import type { SetupContext } from './surroundings.ts';

/** Our own files on a machine that is set up: the hooks' launcher, and the setting by which any command starts the daemon. */
export const ownTargets = (here: SetupContext): SetupTarget[] => [
  launcherTarget(here),
  {
    kind: 'setting',
    path: join(here.memory, 'config.toml'),
    what: 'starts the daemon on demand',
    at: ['daemon', 'start'],
    value: true,
  },
];
