import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { keepMemories } from './memories.ts';
import { PATIENCE } from './patience.ts';
import { clientIn, rulesFor } from './rules.ts';
import { makeServer } from './server.ts';
import type { McpWorld } from './world.ts';

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
