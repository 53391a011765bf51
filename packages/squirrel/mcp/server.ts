import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { VerbClient } from '../protocol/client.ts';
import { offerPrompts, offerResources } from './prompts.ts';
import {
  keepMemories,
  type McpTimeouts,
  type Memories,
  PATIENCE,
  type Requests,
  requestsOf,
} from './request.ts';
import { clientIn, rulesFor, withRules } from './rules.ts';
import { lean, type McpTool, resultOf, troubleOf, UNLISTED } from './tool.ts';
import { impact, symbol } from './tools/code.ts';
import { moreTools, specifiedTools } from './tools/more.ts';
import { historyTool } from './tools/past.ts';
import { recallTool, sessionTool, taskContextTool } from './tools/recall.ts';
import { correctTool, rememberTool } from './tools/remember.ts';

function makeServer(world: McpWorld, memories: Memories, rules = ''): McpServer {
  const fixed = { listChanged: false };
  const server = new McpServer(
    { name: 'squirrel', title: 'Squirrel', version: world.version },
    { instructions: withRules(rules), capabilities: { tools: fixed, resources: fixed, prompts: fixed } },
  );
  const requests = requestsOf(server, world, memories);
  offerTools(server, world.all ? [...coreTools, ...moreTools, ...specifiedTools] : coreTools, {
    requests,
    log: world.log,
  });
  offerResources(server, requests);
  offerPrompts(server, requests);
  return server;
}

/** Offers tools to the client of a server. Whatever happens in one, its agent is answered. */
export function offerTools(
  server: McpServer,
  tools: readonly McpTool[],
  { requests, log }: { requests: Requests; log: (line: string) => void },
): void {
  for (const { name, description, input, output, hints, always, also, run } of tools) {
    const config = {
      description,
      // Strict, so that a misspelled argument is an error instead of being ignored.
      inputSchema: lean(z.strictObject({ ...input, project }), also),
      outputSchema: lean(output.extend({ notes })),
      annotations: { ...hints, openWorldHint: false },
      ...(always && { _meta: { 'anthropic/alwaysLoad': true } }),
    };
    server.registerTool(name, config, async ({ project, ...given }, ctx) => {
      try {
        const folder = project as string | undefined;
        return await requests.answer(ctx, folder, async (ask) => resultOf(await run(given, ask)));
      } catch (error) {
        return troubleOf(error, log);
      }
    });
  }
}

/** What an agent should know of an answer; left out where there is nothing. */
const notes = z.array(z.string()).optional();

/** One of the client's folders; the instructions tell of it once. */
const project = z.string().max(4096).optional().meta(UNLISTED);

/** The tools that every session has. Their definitions cost each of them context: there are eight, and no more. */
export const coreTools: readonly McpTool[] = [
  recallTool,
  taskContextTool,
  rememberTool,
  correctTool,
  impact,
  symbol,
  historyTool,
  sessionTool,
];

/** Serves one client over standard input and output until it goes, then puts everything away. */
export async function serveMcp(world: McpWorld): Promise<void> {
  const patience = { ...PATIENCE, ...world.patience };
  await using memories = keepMemories(world.open, patience);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const transport = new EndingTransport(world.stdin, world.stdout, end);
  let client: string | undefined;
  const make = async () => makeServer(world, memories, await rulesFor(client, { world, memories, patience }));
  const serving = serveStdio(make, { transport, onerror: (error) => world.log(error.message) });
  const take = transport.onmessage;
  transport.onmessage = (message) => {
    client ??= clientIn(message);
    take?.(message);
  };
  world.signal.addEventListener('abort', () => end(), { once: true });
  if (world.signal.aborted) end();
  await ended;
  await serving.close();
  world.stdin.destroy();
}

/** Tells when its client has gone, which the library keeps to itself. */
class EndingTransport extends StdioServerTransport {
  readonly #end: () => void;

  constructor(stdin: Readable, stdout: Writable, end: () => void) {
    super(stdin, stdout);
    this.#end = end;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#end();
  }
}

/** Everything the MCP door knows of the outside. The composition root builds it from `process`. */
export interface McpWorld {
  /** Opens the memory of a folder's project; the caller closes the client. */
  open(folder: string): Promise<VerbClient>;
  isPaused?(folder: string): boolean;
  stdin: Readable;
  /** Carries the protocol and nothing else. */
  stdout: Writable;
  log(line: string): void;
  cwd: string;
  /** The project's folder, where it was named when it was started: it stands for the client's roots. */
  project?: string | undefined;
  all: boolean;
  version: string;
  patience?: Partial<McpTimeouts>;
  now(): number;
  /** Aborts when it is to end before its client does. */
  signal: AbortSignal;
}
