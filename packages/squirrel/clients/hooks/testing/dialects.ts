import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { AGENT_CLIENTS } from '../../clients.ts';
import type { Dialect } from '../dialect.ts';

/** The hooks of every client, loaded. */
export const dialects = Object.fromEntries(
  await Promise.all(AGENT_CLIENTS.map(async ({ name, dialect }) => [name, await dialect()])),
) as Record<HookClient, Dialect>;
