// The entry `squirrel-memory/sdk`: builds what the SDK needs from the process, and loads neither the CLI nor the panel.
import { resolve } from 'node:path';
import { openPlace, safeHome } from '@sqrl/squirrel/places.ts';
import { CALL_TIMEOUT_MS } from './ask.ts';
import { memoryOver } from './memory.ts';
import type { Memory, OpenOptions } from './types.ts';

export { bmad, methodologyOf, native, specDriven, tdd } from './methodologies.ts';
export type * from './types.ts';
export {
  ContextWindow,
  type EpisodicMemory,
  type FetchedCode,
  type Pruning,
  type WindowOptions,
  type WindowSnapshot,
} from './window/context-window.ts';
export {
  aiSdkFormat,
  anthropicFormat,
  langchainFormat,
  mastraFormat,
  openaiFormat,
} from './window/formats.ts';
export type { ContextItem, ItemCall, ItemType, NewItem } from './window/item.ts';
export {
  type MessageFormat,
  type MessagePart,
  MessageWindow,
  type MessageWindowOptions,
  type MessageWindowSnapshot,
  type PrunedMessages,
} from './window/message-window.ts';
export type { ModelMessageLike } from './window/model-messages.ts';

/**
 * Opens the memory of a project. Rejects with a Problem where it cannot be opened; where that only takes long, it goes on
 * behind and the first calls wait for it as long as they may.
 */
export async function openMemory(options: OpenOptions): Promise<Memory> {
  const { project, home, daemon = 'auto', timeoutMs = CALL_TIMEOUT_MS } = options;
  const folder = resolve(project);
  const root = safeHome(home === undefined ? undefined : resolve(home));
  // Only now: importing the entry loads no more than the agent's loop needs.
  const { isPaused } = await import('@sqrl/squirrel/workspace/resolve-project.ts');
  const client = openPlace(root, { folder, daemon });
  const world = { client, cwd: folder, isPaused: () => isPaused(root, folder, Date.now()), now: Date.now };
  const memory = memoryOver(world, options);
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const timer = setTimeout(goOn, timeoutMs);
  try {
    await Promise.race([client, promise]);
  } finally {
    clearTimeout(timer);
  }
  return memory;
}
