import { join } from 'node:path';
import type { Target } from './client.ts';
import type { Surroundings } from './surroundings.ts';

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
