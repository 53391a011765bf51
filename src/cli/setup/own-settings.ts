import { join } from 'node:path';
import type { Target } from '../../clients/setup/client.ts';
import type { Surroundings } from '../../clients/setup/surroundings.ts';

/** Our own setting on a machine that is set up: any command starts the daemon on demand. */
export const ownTargets = ({ memory }: Surroundings): Target[] => [
  {
    kind: 'setting',
    path: join(memory, 'config.toml'),
    what: 'starts the daemon on demand',
    at: ['daemon', 'start'],
    value: true,
  },
];
