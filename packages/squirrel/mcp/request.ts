import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { OnProgress } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { Memories } from './memories.ts';
import { PATIENCE, within } from './patience.ts';
import { chooseFolder } from './project.ts';
import { type Roots, rootsOf } from './roots.ts';
import { clientNamed } from './rules.ts';
import type { ToolContext } from './tool.ts';
import type { McpWorld } from './world.ts';

/** How requests of one client come to the memory of the project they are about. */
export interface Requests {
  /** Has a request answered by the memory it is about; where the client must first be asked something, that is the answer. */
  answer<T>(
    ctx: ServerContext,
    project: string | undefined,
    work: (ask: ToolContext) => Promise<T>,
  ): Promise<T | InputRequiredResult>;
}

/** Leads requests to their memory: the project follows from the folder they name, the client's roots, or the working directory. */
export function requestsOf(server: McpServer, world: McpWorld, memories: Memories): Requests {
  const patience = { ...PATIENCE, ...world.patience };
  const roots = rootsOf(server, patience);
  openEarly(server, roots, world, memories);
  return {
    async answer(ctx, project, work) {
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
