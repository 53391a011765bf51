import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { AGENT_CLIENTS } from './clients.ts';
import type { Person } from './setup/surroundings.ts';
import { vscodeFolders } from './vscode/folders.ts';

/** Where each client keeps its logs, by its own rules and its environment variables. */
export const clientFolders = (person: Person): ClientFolders => ({
  ...(Object.fromEntries(AGENT_CLIENTS.map(({ name, logs }) => [name, logs.folder(person)])) as Record<
    HookClient,
    string
  >),
  vscode: vscodeFolders(person),
  repositories: [],
});

export const NOWHERE: ClientFolders = {
  ...(Object.fromEntries(HOOK_CLIENTS.map((name) => [name, '/nowhere/at/all'])) as Record<
    HookClient,
    string
  >),
  repositories: [],
};
