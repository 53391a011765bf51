import { Problem } from '@sqrl/base/problem.ts';
import type { VerbClient } from '../protocol/client.ts';
import { type McpTimeouts, within } from './patience.ts';

/** The memories that were opened, by the folder they were opened for. */
export interface Memories extends AsyncDisposable {
  /** Opens the memory of a folder unless it is open, and waits for it as long as is bearable. */
  of(folder: string, signal?: AbortSignal): Promise<VerbClient>;
}

/** Keeps memories open from the first time they are asked for until the end. */
export function keepMemories(open: (folder: string) => Promise<VerbClient>, patience: McpTimeouts): Memories {
  const opened = new Map<string, Promise<VerbClient>>();
  let ended = false;

  const opening = (folder: string): Promise<VerbClient> => {
    if (ended) return Promise.reject(new Problem('The server is shutting down.', '', 'cancelled'));
    const client = open(folder);
    opened.set(folder, client);
    // What was in the way may be gone when it is asked for again.
    client.catch(() => opened.delete(folder));
    return client;
  };

  return {
    of: (folder, signal) =>
      within(opened.get(folder) ?? opening(folder), {
        ms: patience.opening,
        signal,
        late: () =>
          new Problem(
            'The memory is still starting.',
            'Continue without it and retry in 30 seconds.',
            'store',
          ),
      }),
    async [Symbol.asyncDispose]() {
      ended = true;
      const closed = [...opened.values()].map(async (client) => (await client).close());
      const late = () => new Problem('Saving the memory timed out.', '', 'store');
      await within(Promise.allSettled(closed), { ms: patience.closing, late }).catch(() => {});
    },
  };
}
