import { PassThrough } from 'node:stream';
import { type ClientOptions, Client as McpClient } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { serveMcp } from '../../src/mcp/serve.ts';
import type { McpWorld } from '../../src/mcp/world.ts';
import type { VerbClient } from '../../src/protocol/client.ts';

/** A client and the MCP door in one process, with pipes between them. */
export interface Met {
  agent: McpClient;
  /** What the server logged. */
  logged: string[];
  /** Settles when the door has put everything away. */
  ended: Promise<void>;
}

type Circumstances = Partial<McpWorld> & { client?: ClientOptions; roots?: () => string[] };

/** Has an agent's client meet the door over a memory, or over whatever opens one. */
export async function meet(
  memory: VerbClient | McpWorld['open'],
  { client, roots, ...world }: Circumstances = {},
): Promise<Met> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const logged: string[] = [];
  const ended = serveMcp({
    open: typeof memory === 'function' ? memory : async () => ({ ...memory, close: async () => {} }),
    stdin: toServer,
    stdout: toClient,
    log: (line) => logged.push(line),
    cwd: '/',
    all: false,
    version: '1.2.3',
    now: Date.now,
    signal: new AbortController().signal,
    ...world,
  });
  const agent = new McpClient(
    { name: 'agent', version: '1' },
    { ...client, capabilities: { ...client?.capabilities, ...(roots && { roots: { listChanged: true } }) } },
  );
  if (roots)
    agent.setRequestHandler('roots/list', () => ({
      roots: roots().map((path) => ({ uri: `file://${path}` })),
    }));
  // A pipe has two ends that are alike: what serves a server's serves a client's.
  await agent.connect(new StdioServerTransport(toClient, toServer));
  onTestFinished(async () => {
    await agent.close();
    toServer.end();
    await ended;
  });
  return { agent, logged, ended };
}

/** What a tool said, as text. */
export const textOf = (result: { content?: unknown }): string =>
  ((result.content ?? []) as { text?: string }[]).map(({ text }) => text ?? '').join('\n');
