import { PassThrough } from 'node:stream';
import { type ClientOptions, Client as McpClient } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { coreTools, type McpWorld, serveMcp } from '@sqrl/squirrel/mcp/server.ts';
import { moreTools, specifiedTools } from '@sqrl/squirrel/mcp/tools/more.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** A client and the MCP door in one process, with pipes between them. */
export interface Met {
  agent: McpClient;
  /** What the server logged. */
  logged: string[];
  /** Settles when the door has put everything away. */
  ended: Promise<void>;
}

/** On a busy machine a memory must not count as late. */
const UNHURRIED = { opening: 600_000, answering: 600_000, rules: 600_000 };

type Circumstances = Partial<McpWorld> & { client?: ClientOptions; name?: string; roots?: () => string[] };

/** Has an agent's client meet the door over a memory, or over whatever opens one. */
export async function meet(
  memory: VerbClient | McpWorld['open'],
  { client, name = 'agent', roots, ...world }: Circumstances = {},
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
    patience: { ...UNHURRIED, ...world.patience },
  });
  const agent = new McpClient(
    { name, version: '1' },
    { ...client, capabilities: { ...client?.capabilities, ...(roots && { roots: { listChanged: true } }) } },
  );
  if (roots)
    agent.setRequestHandler('roots/list', () => ({
      roots: roots().map((path) => ({ uri: `file://${path}` })),
    }));
  // A pipe has two ends that are alike: what serves a server's serves a client's.
  await agent.connect(new StdioServerTransport(toClient, toServer));
  const callTool = agent.callTool.bind(agent);
  agent.callTool = async (asked, options) => {
    const result = await callTool(asked, options);
    const extra = undeclared(result.structuredContent ?? {}, schemaOf(asked.name));
    if (extra.length > 0)
      throw new Error(`${asked.name} answers more than its schema says: ${extra.join(', ')}`);
    return result;
  };
  onTestFinished(async () => {
    await agent.close();
    toServer.end();
    await ended;
  });
  return { agent, logged, ended };
}

/** What a tool's answer may hold. */
const schemaOf = (name: string): JsonSchema => {
  const { output } = [...coreTools, ...moreTools, ...specifiedTools].find((tool) => tool.name === name) ?? {
    output: z.object({}),
  };
  return z.toJSONSchema(output.extend({ notes: z.array(z.string()).optional() }), {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
};

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** The places of an answer that a schema does not name. */
function undeclared(value: unknown, schema: JsonSchema, at = ''): string[] {
  const { properties, items, anyOf } = schema;
  if (anyOf) {
    const each = anyOf.map((one) => undeclared(value, one, at));
    return each.toSorted((a, b) => a.length - b.length)[0]!;
  }
  if (Array.isArray(value)) return items ? value.flatMap((one) => undeclared(one, items, `${at}[]`)) : [];
  if (value === null || typeof value !== 'object' || !properties) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    one === undefined
      ? []
      : properties[key]
        ? undeclared(one, properties[key], `${at}.${key}`)
        : [`${at}.${key}`],
  );
}

/** What a tool said, as text. */
export const textOf = (result: { content?: unknown }): string =>
  ((result.content ?? []) as { text?: string }[]).map(({ text }) => text ?? '').join('\n');
