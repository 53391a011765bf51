import { messageOf } from '@sqrl/base/problem.ts';
import { type KeptTool, keptTools } from '@sqrl/squirrel/mcp/tools/kept.ts';
import type { Memory, MemoryScope, ToolCall, ToolResult } from '../types.ts';
import { openaiFormat, parsed } from '../window/formats.ts';
import {
  type AdapterOptions,
  joined,
  type MessageShape,
  type StepOptions,
  stepLimit,
  weave,
} from './weave.ts';

// biome-ignore lint/suspicious/noExplicitAny: the library's types stay the caller's own, whichever version that is.
type Any = any;

export type OpenAiAgentsOptions = AdapterOptions & StepOptions;

/** Memory for runs of OpenAI Agents. */
export interface AgentMemory {
  /** What to pass to `run` or `runner.run`. */
  runOptions(): Promise<{ maxTurns: number; callModelInputFilter: ModelInputFilter }>;
  /** Puts system prompt, first message, results and reminders into each request. */
  callModelInputFilter: ModelInputFilter;
  /** Listens to the hooks of a runner: how tools ended, and what was said last. Returns the runner. */
  observe<R extends { on(event: Any, listener: (...args: Any[]) => void): unknown }>(runner: R): R;
  /**
   * The options of a function tool, for `tool(…)`, with an `execute` that memory can stop and whose errors it sees: the
   * library hides them, from hooks too.
   */
  tool<T extends { name?: string; execute: (...args: Any[]) => Any }>(options: T): T;
}

/** As `callModelInputFilter` of the library. */
type ModelInputFilter = <D extends { input: Any[]; instructions?: string }>(args: {
  modelData: D;
}) => Promise<D>;

/** Makes the memory of one session ready for runs. */
export function agentMemory(options: OpenAiAgentsOptions): AgentMemory {
  const { session, baseSteps = 10, maxSteps } = options;
  const woven = weave(options, inputItems);
  const limit = stepLimit(session, { baseSteps, maxSteps });
  let requests = 0;
  let itemsSeen = 0;

  const callModelInputFilter: ModelInputFilter = async ({ modelData }) => {
    const { input, instructions } = modelData;
    // The library tells of no step but the last; the others are in the next request.
    if (requests++ > 0) session.observeStep(saidIn(input.slice(itemsSeen)));
    itemsSeen = input.length;
    const brief = await woven.system();
    return { ...modelData, instructions: joined(instructions, brief), input: await woven.messages(input) };
  };

  return {
    callModelInputFilter,
    runOptions: async () => ({ maxTurns: await limit(), callModelInputFilter }),

    observe(runner) {
      runner.on('agent_tool_end', (_context, _agent, _tool, output, { toolCall }) => {
        const [call] = inputItems.calls(toolCall);
        // Not waited for by the library; the next request is.
        if (call && !woven.isObserved(call.id)) void woven.result(call, toolResult(output));
      });
      runner.on('agent_end', (_context, _agent, output) => {
        session.observeStep({ text: typeof output === 'string' ? output : JSON.stringify(output) });
        requests = 0;
      });
      return runner;
    },

    tool(given) {
      const name = given.name ?? given.execute.name;
      async function execute(input: unknown, context: Any, details: Any): Promise<unknown> {
        const call = { id: details?.toolCall?.callId, name, input };
        const stopped = await woven.stopReason(call);
        if (stopped !== undefined) return stopped;
        try {
          const output = await given.execute(input, context, details);
          await woven.result(call, { output });
          return output;
        } catch (error) {
          await woven.result(call, { output: messageOf(error), isError: true });
          throw error;
        }
      }
      return { ...given, name, execute };
    },
  };
}

/** Tools for the agent's own use of memory, each for `tool(…)`: `memoryTools(memory, { user }).map((each) => tool(each))`. */
export const memoryTools = (memory: Memory, scope?: MemoryScope): KeptTool[] => keptTools(memory.call, scope);

/** How the Responses API's items are written in the library. */
const inputItems: MessageShape<Any> = {
  format: openaiFormat(),
  userText: ({ role, content }) => (role === 'user' ? textOf(content) : undefined),
  user: (text) => ({ type: 'message', role: 'user', content: text }),
  addText: (item, text) => ({
    ...item,
    content:
      typeof item.content === 'string'
        ? joined(item.content, text)
        : [...item.content, { type: 'input_text', text }],
  }),
  calls: ({ type, callId, name, arguments: given }): ToolCall[] =>
    type === 'function_call' ? [{ id: callId, name, input: parsed(given) }] : [],
  results: ({ type, callId, name, output }) =>
    type === 'function_call_result' ? [{ id: callId, name, result: toolResult(textOf(output)) }] : [],
  addToResult: (item, _id, text) => ({ ...item, output: addedTo(item.output, text) }),
};

/** The words of an output or a content: a string, one part, or a list of parts. */
const textOf = (content: Any): string =>
  typeof content === 'string'
    ? content
    : [content]
        .flat()
        .flatMap((part) => part?.text ?? [])
        .join('\n');

function addedTo(output: Any, text: string): Any {
  if (typeof output === 'string') return joined(output, text);
  if (Array.isArray(output)) return [...output, { type: 'input_text', text }];
  return output?.type === 'text' ? { ...output, text: joined(output.text, text) } : output;
}

/** What the library hands to the model for an error, unless the tool has an `errorFunction` of its own. */
const HIDDEN_ERROR = 'An error occurred while running the tool.';

const toolResult = (output: unknown): ToolResult => ({
  output,
  ...(typeof output === 'string' && output.startsWith(HIDDEN_ERROR) && { isError: true }),
});

/** What the model said in one step. */
function saidIn(items: readonly Any[]): { text: string; reasoning: string } {
  const words = (kind: (item: Any) => boolean) =>
    items.flatMap((item) => (kind(item) ? [textOf(item.content)] : [])).join('\n');
  return {
    text: words(({ role }) => role === 'assistant'),
    reasoning: words(({ type }) => type === 'reasoning'),
  };
}
