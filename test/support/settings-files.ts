import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { samplesOf } from '@sqrl/squirrel/clients/testing/samples.ts';

/** Files of each client as people have them before they meet us. */
export const settingsFiles = Object.fromEntries(
  await Promise.all(HOOK_CLIENTS.map(async (client) => [client, (await samplesOf(client)).settings])),
) as Record<HookClient, Record<string, string>>;
