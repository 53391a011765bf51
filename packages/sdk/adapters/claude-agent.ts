import { McpServer } from '@modelcontextprotocol/server';
import { instructions } from '@sqrl/squirrel/mcp/rules.ts';
import { coreTools, offerTools } from '@sqrl/squirrel/mcp/server.ts';
import { keptTools } from '@sqrl/squirrel/mcp/tools/kept.ts';
import type { Memory, MemoryScope, MemorySession, ToolResult } from '../types.ts';
import { type AdapterOptions, joined, type StepOptions, stepLimit } from './weave.ts';

// biome-ignore lint/suspicious/noExplicitAny: the library's types stay the caller's own, whichever version that is.
type Any = any;

/** What the adapter is given. Claude Code keeps its own context small, so there is no window. */
export interface ClaudeAgentOptions extends Omit<AdapterOptions, 'window'>, StepOptions {
  /** Gives the agent the tools of memory, and its subagents sessions of their own. */
  memory?: Memory;
}

/** What `withMemory` reads of the options of `query`. */
export interface QueryOptions {
  hooks?: Partial<Record<string, Any[]>>;
  mcpServers?: Record<string, Any>;
  allowedTools?: string[];
  maxTurns?: number;
}

/** Options of `query` with memory in them; hooks, servers and tools that are there stay. */
export async function withMemory<O extends QueryOptions>(options: O, given: ClaudeAgentOptions): Promise<O> {
  const { memory, session, baseSteps = options.maxTurns, maxSteps } = given;
  const hooks: Record<string, Any[]> = { ...options.hooks } as Record<string, Any[]>;
  for (const [event, matchers] of Object.entries(memoryHooks(given)))
    hooks[event] = [...(hooks[event] ?? []), ...matchers];
  return {
    ...options,
    hooks,
    ...(baseSteps !== undefined && { maxTurns: await stepLimit(session, { baseSteps, maxSteps })() }),
    ...(memory && {
      mcpServers: { ...options.mcpServers, [SERVER]: memoryServer(memory) },
      allowedTools: [...(options.allowedTools ?? []), `mcp__${SERVER}`],
    }),
  };
}

const SERVER = 'squirrel';

/** Hooks that tell and observe, by the event at which Claude Code calls them. */
export function memoryHooks({ session, memory, promptsBy }: ClaudeAgentOptions): Record<string, Any[]> {
  const subagents = new Map<string, MemorySession>();
  let isPrompted = false;

  /** Without the memory a subagent's calls are its parent's. */
  function sessionOf({ agent_id: id, agent_type: type }: Any): MemorySession {
    if (id === undefined || !memory) return session;
    const known = subagents.get(id) ?? memory.session({ task: String(type), parent: session });
    subagents.set(id, known);
    return known;
  }

  /** The text to tell at an event, or the decision to stop a call. */
  async function answer(
    input: Any,
  ): Promise<string | { permissionDecision: string; permissionDecisionReason: string }> {
    const of = sessionOf(input);
    const said = input.last_assistant_message ? { text: input.last_assistant_message } : {};
    switch (input.hook_event_name as (typeof EVENTS)[number]) {
      case 'UserPromptSubmit': {
        if (isPrompted && promptsBy === 'person') session.observePrompt(input.prompt);
        if (isPrompted) return '';
        isPrompted = true;
        const brief = await session.systemPrompt();
        return joined(brief.text, (await session.beforeFirstMessage(input.prompt)).text);
      }
      case 'SubagentStart':
        return of === session ? '' : (await of.systemPrompt()).text;
      case 'PreToolUse': {
        const { text, stop } = await of.beforeToolCall(callOf(input));
        return stop ? { permissionDecision: 'deny', permissionDecisionReason: text } : text;
      }
      case 'PostToolUse':
        return (await of.afterToolCall(callOf(input), resultOf(input, input.tool_response))).text;
      case 'PostToolUseFailure': {
        const result = { ...resultOf(input, input.error), isError: true };
        return (await of.afterToolCall(callOf(input), result)).text;
      }
      case 'PostToolBatch':
        of.observeStep({});
        return (await of.betweenSteps()).text;
      case 'SubagentStop':
        if (of !== session) await of.finish({ outcome: 'success' });
        return '';
      case 'Stop':
        session.observeStep(said);
        return '';
    }
  }

  async function hook(input: Any): Promise<Any> {
    const told = await answer(input);
    if (told === '') return {};
    const output = typeof told === 'string' ? { additionalContext: told } : told;
    return { hookSpecificOutput: { hookEventName: input.hook_event_name, ...output } };
  }
  return Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hook] }]]));
}

/** `PostToolBatch` comes once after all calls of a step, right before the next request. */
const EVENTS = [
  'UserPromptSubmit',
  'SubagentStart',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'SubagentStop',
  'Stop',
] as const;

/** The tools of Squirrel's MCP server, in this process, for `mcpServers`. */
export function memoryServer(memory: Memory): { type: 'sdk'; name: string; instance: Any } {
  const instance = new McpServer({ name: SERVER, version: '1' }, { instructions });
  offerTools(instance, coreTools, {
    requests: {
      answer: (_request, _project, work) => work({ call: memory.call, now: Date.now, client: 'claude-code' }),
    },
    log: () => {},
  });
  return { type: 'sdk', name: SERVER, instance };
}

/** An MCP server of tools for the agent's own use of memory, for `mcpServers`: for a user, an agent or a run. */
export function memoryTools(memory: Memory, scope?: MemoryScope): ReturnType<typeof memoryServer> {
  const instance = new McpServer({ name: 'memory', version: '1' });
  for (const { name, description, parameters, execute } of keptTools(memory.call, scope))
    instance.registerTool(name, { description, inputSchema: parameters }, async (given: unknown) => ({
      content: [{ type: 'text', text: await execute(given) }],
    }));
  return { type: 'sdk', name: 'memory', instance };
}

const callOf = ({ tool_use_id: id, tool_name: name, tool_input: input }: Any) => ({ id, name, input });

/** A command's output comes as an object; the agent sees the two streams. */
function resultOf({ duration_ms }: Any, output: Any): ToolResult {
  const streams = [output?.stdout, output?.stderr].filter((text) => typeof text === 'string' && text !== '');
  return {
    output: typeof output?.stdout === 'string' ? streams.join('\n') : output,
    ...(duration_ms !== undefined && { durationMs: duration_ms }),
  };
}
