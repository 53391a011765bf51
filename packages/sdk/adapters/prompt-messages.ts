import type { ToolResult } from '../types.ts';
import { aiSdkFormat } from '../window/formats.ts';
import { joined, type MessageShape } from './weave.ts';

/** A message of the AI SDK, of its language models and of Mastra's, in all versions since 5. */
export interface PromptMessage {
  role: string;
  content: string | readonly PromptPart[];
}

/** A part of a message. Which fields it has depends on its type. */
interface PromptPart {
  type: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: unknown;
}

/** A result as the model gets it. */
interface ResultOutput {
  type: string;
  value?: unknown;
}

/** How the AI SDK writes messages. */
export const promptMessages: MessageShape<PromptMessage> = {
  format: aiSdkFormat(),
  userText: ({ role, content }) => {
    if (role !== 'user') return undefined;
    if (typeof content === 'string') return content;
    return content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n');
  },
  user: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  addText: (message, text) => ({ ...message, content: [...partsOf(message), { type: 'text', text }] }),
  calls: (message) =>
    message.role !== 'assistant'
      ? []
      : partsOf(message).flatMap(({ type, toolCallId: id, toolName: name, input }) =>
          type === 'tool-call' && id && name ? [{ id, name, input }] : [],
        ),
  results: (message) =>
    message.role !== 'tool'
      ? []
      : partsOf(message).flatMap(({ type, toolCallId: id, toolName: name, output }) =>
          type === 'tool-result' && id && name
            ? [{ id, name, result: resultOf(output as ResultOutput) }]
            : [],
        ),
  addToResult: (message, id, text) => ({
    ...message,
    content: partsOf(message).map((part) =>
      part.toolCallId === id && part.type === 'tool-result'
        ? { ...part, output: withText(part.output as ResultOutput, text) }
        : part,
    ),
  }),
};

/** Messages with the brief at the end of their system prompt, which is a message here. */
export function withSystem(messages: readonly PromptMessage[], brief: string): PromptMessage[] {
  if (brief === '') return [...messages];
  const last = messages.findLastIndex(({ role }) => role === 'system');
  const system = messages[last]?.content as string | undefined;
  return messages.toSpliced(Math.max(last, 0), last < 0 ? 0 : 1, {
    ...messages[last],
    role: 'system',
    content: joined(system, brief),
  });
}

const partsOf = ({ content }: PromptMessage): readonly PromptPart[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function resultOf({ type, value }: ResultOutput): ToolResult {
  return { output: value, ...(type.startsWith('error') && { isError: true }) };
}

/** JSON becomes text: all providers hand it to the model as that anyway. */
function withText(output: ResultOutput, text: string): ResultOutput {
  const { type, value } = output;
  if (type === 'text' || type === 'error-text') return { ...output, value: `${value}\n\n${text}` };
  if (type === 'json') return { ...output, type: 'text', value: `${JSON.stringify(value)}\n\n${text}` };
  if (type === 'error-json')
    return { ...output, type: 'error-text', value: `${JSON.stringify(value)}\n\n${text}` };
  if (type === 'content' && Array.isArray(value))
    return { ...output, value: [...value, { type: 'text', text }] };
  return output;
}
