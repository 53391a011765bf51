import { existsSync } from 'node:fs';
import { AGENT_CLIENTS } from '../clients.ts';
import type { ClientSetup, SetupFiles } from './client.ts';
import { findProgram, type SetupContext } from './surroundings.ts';

export const CLIENT_SETUPS: readonly ClientSetup[] = AGENT_CLIENTS.map(({ name, title, setup }) => ({
  client: name,
  title,
  ...setup,
}));

/** Says by what a client was found: its program, or a folder it has left; undefined where it is not here. */
export const foundBy = (setup: SetupFiles, here: SetupContext): string | undefined =>
  setup.programs?.map((name) => findProgram(name, here)).find((path) => path !== undefined) ??
  setup.folders?.(here).find((folder) => existsSync(folder));
