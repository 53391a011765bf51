import { existsSync } from 'node:fs';
import { claudeCode } from '../claude-code/setup.ts';
import { codex } from '../codex/setup.ts';
import { copilot } from '../copilot/setup.ts';
import { cursor } from '../cursor/setup.ts';
import { gemini } from '../gemini/setup.ts';
import { opencode } from '../opencode/setup.ts';
import type { ClientSetup } from './client.ts';
import { programOf, type Surroundings } from './surroundings.ts';

/** Every client that can be set up. Another one is a new file and a new name here. */
export const CLIENT_SETUPS: readonly ClientSetup[] = [claudeCode, codex, gemini, opencode, copilot, cursor];

/** Says by what a client was found: its program, or a folder it has left; undefined where it is not here. */
export const foundBy = (setup: ClientSetup, here: Surroundings): string | undefined =>
  setup.programs.map((name) => programOf(name, here)).find((path) => path !== undefined) ??
  setup.folders(here).find((folder) => existsSync(folder));
