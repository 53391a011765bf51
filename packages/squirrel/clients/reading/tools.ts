import type { Tool } from '@sqrl/base/model/event.ts';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { toolNamed } from '@sqrl/base/model/tool-names.ts';

/** How each client makes one name of that of an MCP server and that of its tool. */
const MCP_NAMES: Readonly<Record<HookClient | 'vscode', RegExp>> = {
  'claude-code': /^mcp__(.+?)__(.+)$/s,
  // Some versions leave the prefix out.
  codex: /^(?:mcp__)?(.+?)__(.+)$/s,
  gemini: /^mcp_([^_]+)_(.+)$/s,
  // Few of its own tools have such a name.
  opencode: /^(?!plan_|apply_patch$)([^_]+)_(.+)$/s,
  copilot: /^([^-]+)-(.+)$/s,
  cursor: /^mcp_([^_]+)_(.+)$/s,
  vscode: /^mcp_([^_]+)_(.+)$/s,
};

export type ToolClient = keyof typeof MCP_NAMES;

export function toolOf(client: ToolClient, name: string): Tool {
  const [, server, tool] = MCP_NAMES[client].exec(name) ?? [];
  return server && tool ? mcp(server, tool) : toolNamed(name);
}

export const mcp = (server: string, tool: string): Tool => `mcp:${server}/${tool}`;
