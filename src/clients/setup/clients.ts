import { existsSync } from 'node:fs';
import { AGENT_CLIENTS } from '../clients.ts';
import type { ClientSetup } from './client.ts';
import { programOf, type Surroundings } from './surroundings.ts';

/** How every client is set up. */
export const CLIENT_SETUPS: readonly ClientSetup[] = AGENT_CLIENTS.map(({ name, title, setup }) => ({
  client: name,
  title,
  ...setup,
}));

/** Says by what a client was found: its program, or a folder it has left; undefined where it is not here. */
export const foundBy = (setup: ClientSetup, here: Surroundings): string | undefined =>
  setup.programs.map((name) => programOf(name, here)).find((path) => path !== undefined) ??
  setup.folders(here).find((folder) => existsSync(folder));
