import { join } from 'node:path';
import type { Target } from '../../clients/setup/client.ts';
import type { Surroundings } from '../../clients/setup/surroundings.ts';

/** What our own settings need on a machine that is set up: whoever needs the daemon starts it. */
export const ownTargets = ({ memory }: Surroundings): Target[] => [
  {
    kind: 'setting',
    path: join(memory, 'config.toml'),
    what: 'the daemon is started by whoever needs it',
    at: ['daemon', 'start'],
    value: true,
  },
];
