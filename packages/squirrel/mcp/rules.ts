import { CLIENT_INFO_META_KEY, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { RULES_TOKENS } from './instructions.ts';
import type { Memories } from './memories.ts';
import { type McpTimeouts, within } from './patience.ts';
import { repositoryOf } from './project.ts';
import type { McpWorld } from './world.ts';

/** Which of our clients it is, by the name that it gives itself: `claude-code`, `codex-mcp-client`. */
export const clientNamed = (name = ''): HookClient | undefined =>
  HOOK_CLIENTS.find((client) => name.toLowerCase().includes(client));

/** The name of the client that sends a first message. */
export function clientIn(message: JSONRPCMessage): string | undefined {
  const { clientInfo, _meta } = ('params' in message && (message.params as FirstParams)) || {};
  return (clientInfo ?? _meta?.[CLIENT_INFO_META_KEY])?.name;
}

interface FirstParams {
  clientInfo?: { name?: string };
  _meta?: { [CLIENT_INFO_META_KEY]?: { name?: string } };
}

/** The standing rules of where a client works, as far as they are known in time. Nobody waits long for a greeting. */
export async function rulesFor(
  name: string | undefined,
  { world, memories, patience }: { world: McpWorld; memories: Memories; patience: McpTimeouts },
): Promise<string> {
  const client = clientNamed(name);
  const asking = async () => {
    const folder = world.project ?? repositoryOf(world.cwd);
    // Elsewhere the client tells later where it works.
    if (folder === undefined || world.isPaused?.(folder)) return '';
    const memory = await memories.of(folder);
    return (await memory.call('serverRules', { ...(client && { client }), tokens: RULES_TOKENS })).text;
  };
  try {
    return await within(asking(), { ms: patience.rules, late: () => new Problem('Timed out.', '', 'store') });
  } catch {
    // The tools tell what is wrong when they are used.
    return '';
  }
}
