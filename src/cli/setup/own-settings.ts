import { join } from 'node:path';
import type { SetupTarget } from '../../clients/setup/client.ts';
import type { SetupContext } from '../../clients/setup/surroundings.ts';

/** Our own setting on a machine that is set up: any command starts the daemon on demand. */
export const ownTargets = ({ memory }: SetupContext): SetupTarget[] => [
  {
    kind: 'setting',
    path: join(memory, 'config.toml'),
    what: 'starts the daemon on demand',
    at: ['daemon', 'start'],
    value: true,
  },
];
