import type { Tool } from '@sqrl/base/model/event.ts';

/** A tool of an MCP server by the server's name and its own. */
export const mcp = (server: string, tool: string): Tool => `mcp:${server}/${tool}`;

/**
 * Tells what a client's tools do by the names in its table, in lower case and separated by spaces. Names that are gone from
 * today's versions stay in the table: the logs of those versions do too. `mcpName` takes the name of an MCP server and of its
 * tool out of the name that the client makes of both.
 */
export function toolTable(table: Partial<Record<Tool, string>>, mcpName: RegExp): (name: string) => Tool {
  const tools = new Map(
    Object.entries(table).flatMap(([tool, names]) =>
      names!.split(' ').map((name): [string, Tool] => [name, tool as Tool]),
    ),
  );
  return (name) => {
    const known = tools.get(name.toLowerCase());
    if (known) return known;
    const [, server, tool] = mcpName.exec(name) ?? [];
    return server && tool ? mcp(server, tool) : 'other';
  };
}
