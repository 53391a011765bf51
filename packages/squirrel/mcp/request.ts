import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { OnProgress } from '@sqrl/base/messages.ts';
import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { VerbClient } from '../protocol/client.ts';
import { chooseFolder, type Roots, rootsOf } from './project.ts';
import type { McpWorld } from './server.ts';
import type { ToolContext } from './tool.ts';

export type Requests = ReturnType<typeof requestsOf>;

/** Leads requests to their memory: the project follows from the folder they name, the client's roots, or the working directory. */
export function requestsOf(server: McpServer, world: McpWorld, memories: Memories) {
  const patience = { ...PATIENCE, ...world.patience };
  const roots = rootsOf(server, patience);
  openEarly(server, roots, world, memories);
  return {
    /** Has a request answered by the memory it is about; where the client must first be asked something, that is the answer. */
    async answer<T>(
      ctx: ServerContext,
      project: string | undefined,
      work: (ask: ToolContext) => Promise<T>,
    ): Promise<T | InputRequiredResult> {
      const { signal } = ctx.mcpReq;
      const told = world.project === undefined ? await roots.of(ctx) : { folders: [world.project] };
      if ('ask' in told) return told.ask;
      const folder = chooseFolder(project, { roots: told.folders, cwd: world.cwd });
      if (world.isPaused?.(folder)) throw paused();
      const client = await memories.of(folder, signal);
      const ask = {
        call: calling(client, ctx),
        now: world.now,
        client: clientNamed(server.server.getClientVersion()?.name),
      };
      return within(work(ask), { ms: patience.answering, signal, late });
    },
  };
}

const paused = () =>
  new Problem(
    'The user has paused Squirrel: nothing is read or stored.',
    'Go on without it; the user ends the pause with `sqrl resume`.',
    'cancelled',
  );

const late = () =>
  new Problem(
    'Timed out; the work continues in the background.',
    'The first question about a large repository waits for indexing. Retry in a minute.',
    'store',
  );

/** Begins to open the memory once the client has all it needs to go on, so that the first question waits for less. */
function openEarly(server: McpServer, roots: Roots, world: McpWorld, memories: Memories): void {
  server.server.oninitialized = () => {
    setTimeout(async () => {
      try {
        const folders = world.project === undefined ? await roots.now() : [world.project];
        await memories.of(chooseFolder(undefined, { roots: folders, cwd: world.cwd }));
      } catch {
        // The first request reports it.
      }
    }, QUIET_MS).unref();
  };
}

/** Clients list tools, resources and prompts right after the beginning; loading must not hold that up. */
const QUIET_MS = 300;

/** Calls that end with their request, and tell how far they are where the client wants to know. */
function calling(client: VerbClient, { mcpReq }: ServerContext): VerbClient['call'] {
  const { signal, _meta, notify } = mcpReq;
  const progressToken = _meta?.progressToken;
  let told = 0;
  let steps = 0;
  const onProgress: OnProgress = (done, total, what) => {
    if (Date.now() - told < PROGRESS_INTERVAL_MS) return;
    told = Date.now();
    // It must only ever grow, and one call may come to several verbs that each begin at nothing.
    steps += 1;
    const message = `${what} (${done} of ${total})`;
    notify({
      method: 'notifications/progress',
      params: { progressToken: progressToken!, progress: steps, message },
    }).catch(() => {});
  };
  return (verb, input) =>
    client.call(verb, input, { signal, ...(progressToken !== undefined && { onProgress }) });
}

const PROGRESS_INTERVAL_MS = 500;

export interface McpTimeouts {
  opening: number;
  answering: number;
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

export type Memories = ReturnType<typeof keepMemories>;

export function keepMemories(open: (folder: string) => Promise<VerbClient>, patience: McpTimeouts) {
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
    /** Opens the memory of a folder unless it is open, and waits for it as long as is bearable. */
    of: (folder: string, signal?: AbortSignal): Promise<VerbClient> =>
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

/** Which of our clients it is, by the name that it gives itself: `claude-code`, `codex-mcp-client`. */
export const clientNamed = (name = ''): HookClient | undefined =>
  HOOK_CLIENTS.find((client) => name.toLowerCase().includes(client));
