import { messageOf } from '@sqrl/base/problem.ts';
import { keptTools } from '@sqrl/squirrel/mcp/tools/kept.ts';
import {
  type AgentMiddleware,
  AIMessage,
  type BaseMessage,
  createMiddleware,
  HumanMessage,
  MiddlewareError,
  type StructuredTool,
  ToolInvocationError,
  ToolMessage,
  tool,
} from 'langchain';
import type { Memory, MemoryScope, Step, ToolResult } from '../types.ts';
import { langchainFormat } from '../window/formats.ts';
import {
  type AdapterOptions,
  joined,
  type MessageShape,
  type StepOptions,
  stepLimit,
  weave,
} from './weave.ts';

// biome-ignore lint/suspicious/noExplicitAny: a message's content is a string or parts of many kinds.
type Any = any;

export type LangChainOptions = AdapterOptions & StepOptions;

/** Middleware for `createAgent`: tells and observes at every model call and tool call, and ends the run at the step limit. */
export function memoryMiddleware(options: LangChainOptions): AgentMiddleware {
  const { session, baseSteps, maxSteps } = options;
  const woven = weave(options, baseMessages);
  const limit = baseSteps === undefined ? undefined : stepLimit(session, { baseSteps, maxSteps });
  let steps = 0;

  return createMiddleware({
    name: 'SquirrelMemory',

    beforeAgent: () => {
      steps = 0;
    },

    beforeModel: {
      canJumpTo: ['end'],
      hook: async () => {
        const most = await limit?.();
        if (most === undefined || steps < most) return undefined;
        return { jumpTo: 'end', messages: [new AIMessage(`Stopped after ${most} steps.`)] };
      },
    },

    wrapModelCall: async (request, handler) => {
      steps++;
      const brief = await woven.system();
      const gap = request.systemMessage.text === '' ? '' : '\n\n';
      const systemMessage = brief === '' ? {} : { systemMessage: request.systemMessage.concat(gap + brief) };
      const messages = await woven.messages(request.messages);
      const reply = await handler({ ...request, ...systemMessage, messages });
      session.observeStep(stepOf(reply));
      return reply;
    },

    wrapToolCall: async (request, handler) => {
      const { id = '', name, args } = request.toolCall;
      const call = { id, name, input: args };
      const failed = (content: string) =>
        new ToolMessage({ content, tool_call_id: id, name, status: 'error' as const });
      const stopped = await woven.stopReason(call);
      if (stopped !== undefined) return failed(stopped);
      try {
        const message = await handler(request);
        if (ToolMessage.isInstance(message)) await woven.result(call, resultOf(message));
        return message;
      } catch (error) {
        if (isLibrarysOwn(error)) throw error;
        await woven.result(call, { output: messageOf(error), isError: true });
        // Thrown on, it would end the run: the library hands the model errors of tools, but none that passed a middleware.
        return failed(`${error}\n Please fix your mistakes.`);
      }
    },
  });
}

/** Tools for the agent's own use of memory. */
export const memoryTools = (memory: Memory, scope?: MemoryScope): StructuredTool[] =>
  keptTools(memory.call, scope).map(({ name, description, parameters, execute }) =>
    tool(execute, { name, description, schema: parameters }),
  );

/** Interrupts, invalid arguments and errors of other middleware are the library's to handle. */
const isLibrarysOwn = (error: Any): boolean =>
  error?.is_bubble_up === true || ToolInvocationError.isInstance(error) || MiddlewareError.isInstance(error);

const baseMessages: MessageShape<BaseMessage> = {
  format: langchainFormat(),
  userText: (message) => (HumanMessage.isInstance(message) ? message.text : undefined),
  user: (text) => new HumanMessage(text),
  addText: (message, text) =>
    new HumanMessage({ ...fieldsOf(message), content: added(message.content, text) }),
  calls: (message) =>
    AIMessage.isInstance(message)
      ? (message.tool_calls ?? []).map(({ id = '', name, args }) => ({ id, name, input: args }))
      : [],
  results: (message) =>
    ToolMessage.isInstance(message)
      ? [{ id: message.tool_call_id, name: message.name ?? '', result: resultOf(message) }]
      : [],
  addToResult: (message, _id, text) => {
    const { tool_call_id, status, artifact } = message as ToolMessage;
    const content = added(message.content, text);
    return new ToolMessage({ ...fieldsOf(message), content, tool_call_id, status, artifact } as Any);
  },
};

const fieldsOf = ({ id, name, additional_kwargs, response_metadata }: BaseMessage): Any => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  ...{ additional_kwargs, response_metadata },
});

const added = (content: Any, text: string): Any =>
  typeof content === 'string' ? joined(content, text) : [...content, { type: 'text', text }];

const resultOf = ({ text, status }: ToolMessage): ToolResult => ({
  output: text,
  ...(status === 'error' && { isError: true }),
});

function stepOf(reply: Any): Step {
  const { input_tokens, output_tokens, input_token_details } = reply.usage_metadata ?? {};
  const reasoning = (reply.contentBlocks ?? []).flatMap(({ type, reasoning }: Any) =>
    type === 'reasoning' && reasoning ? [reasoning] : [],
  );
  const cached = input_token_details?.cache_read ?? 0;
  return {
    text: reply.text,
    reasoning: reasoning.join('\n'),
    ...(input_tokens !== undefined && { tokens: { input: input_tokens, output: output_tokens, cached } }),
  };
}
