import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Requests } from './request.ts';
import { resultOf, troubleOf } from './result.ts';
import { lean, UNLISTED } from './schema.ts';
import type { McpTool } from './tool.ts';

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
