import { Problem } from '@sqrl/base/problem.ts';

/** How long is waited for what, in milliseconds. */
export interface McpTimeouts {
  /** For a memory to open. */
  opening: number;
  /** For it to answer. */
  answering: number;
  /** For a client to tell its roots. */
  roots: number;
  /** For the standing rules, before a client is greeted without them. */
  rules: number;
  /** For everything to be put away once the client has gone. */
  closing: number;
}

/** Clients give a call up after a minute, some of them for good: an answer that says "ask again" must come well before. */
export const PATIENCE: McpTimeouts = {
  opening: 20_000,
  answering: 35_000,
  roots: 2000,
  rules: 1000,
  closing: 5000,
};

/** Waits for work no longer than is bearable, and no longer than anybody wants it; the work itself goes on. */
export async function within<T>(
  work: Promise<T>,
  { ms, signal, late }: { ms: number; signal?: AbortSignal | undefined; late: () => Problem },
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  const stop = () => reject(new Problem('Cancelled.', '', 'cancelled'));
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  // An error after the timeout or cancellation is ignored.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
