import { plainJsonText } from '../../base/plain.ts';
import type { HookClient } from '../../model/hook-events.ts';
import { clientNamed } from '../clients.ts';
import type { McpProgram } from './mcp-server.ts';

/** What to add to which file of a client. */
export interface McpConfig {
  file: string;
  /** As it stands in that file. */
  text: string;
  /** Another way, where the client has a command for it. */
  command?: string;
}

/** How a client is told of our MCP server. */
export function mcpConfigOf(client: HookClient, program: McpProgram): McpConfig {
  const { file, at, server, text, command } = clientNamed(client).setup.mcp(program);
  return {
    file,
    text:
      text ??
      plainJsonText(
        at.reduceRight<object>((value, name) => ({ [name]: value }), server),
        2,
      ),
    ...(command !== undefined && { command }),
  };
}
