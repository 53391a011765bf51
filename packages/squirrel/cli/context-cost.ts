import { HOOK_CLIENTS, LATE_TOOLS } from '@sqrl/base/model/hook-events.ts';
import { countNoun, formatBytes } from '@sqrl/base/terminal/size.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { Output } from '../protocol/verbs.ts';
import type { CommandRun } from './task.ts';

/** What Squirrel adds to the context of a session, in tokens. */
export interface ContextCost {
  /** Of the brief that the next session of this project would start with. */
  brief: number;
  /** Of all reminders that were shown today, in all sessions. */
  today: number;
  /** Of the tools, in bytes and tokens; null where they are not served from here. */
  tools: { bytes: number; tokens: number; instructions: number } | null;
  /** What the tools cost in each client before they are used: some load a tool when an agent looks for it. */
  byClient: Record<string, number>;
}

export async function contextCost(
  { world }: CommandRun,
  client: VerbClient,
  status: Output<'status'>,
): Promise<ContextCost> {
  const { tokens: brief } = await client.call('deliver', {
    client: 'claude-code',
    session: 'sqrl-status',
    moment: { point: 'session start', because: 'startup' },
    record: false,
  });
  const tools = world.mcp?.cost ?? null;
  const fixed = tools ? tools.tokens + tools.instructions : 0;
  return {
    brief,
    today: status.today.tokens,
    tools,
    byClient: Object.fromEntries(
      HOOK_CLIENTS.map((client) => [
        client,
        LATE_TOOLS.includes(client) ? (tools?.instructions ?? 0) : fixed,
      ]),
    ),
  };
}

/** The cost in a line. */
export function contextLine({ brief, today, tools, byClient }: ContextCost): string {
  const parts = [
    `brief ${countNoun(brief, 'token')}`,
    `reminders ${countNoun(today, 'token')} today`,
    ...(tools
      ? [
          `tools ${countNoun(tools.tokens + tools.instructions, 'token')} per session (${formatBytes(tools.bytes)} of definitions; ${LATE_TOOLS.map((client) => `${client} ${byClient[client]}`).join(', ')} until they are used)`,
        ]
      : []),
  ];
  return parts.join(', ');
}
