import { samplesOf } from '../../src/clients/testing/samples.ts';
import { HOOK_CLIENTS, type HookClient } from '../../src/model/hook-events.ts';

/** Files of each client as people have them before they meet us. */
export const settingsFiles = Object.fromEntries(
  await Promise.all(HOOK_CLIENTS.map(async (client) => [client, (await samplesOf(client)).settings])),
) as Record<HookClient, Record<string, string>>;
