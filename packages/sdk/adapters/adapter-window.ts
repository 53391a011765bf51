import type { MemorySession } from '../types.ts';
import { type MessageFormat, MessageWindow, type MessageWindowOptions } from '../window/message-window.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages are the library's own.
type Any = any;

/** Prunes the messages of a request. */
interface Pruner {
  prune(messages: Any[], about?: { task?: string }): Promise<{ messages: Any[] }>;
}

/** How large the messages of a request may be, with whatever else a `MessageWindow` takes; or a window of your own. */
export type AdapterWindow = Omit<MessageWindowOptions<Any>, 'format'> | Pruner;

/** The window that an adapter is asked for. What it removes goes into the session's episodic memory. */
export function windowOf<M>(
  { session, window }: { session: MemorySession; window?: AdapterWindow | undefined },
  format: MessageFormat<M>,
  isLatest: (message: M) => boolean,
): Pruner | undefined {
  if (window === undefined || 'prune' in window) return window;
  return new MessageWindow<M>({
    session: session.id,
    memory: session.episodic(),
    ...window,
    format,
    isSticky: (message) => isLatest(message) || window.isSticky?.(message) === true,
  });
}
