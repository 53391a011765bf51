import type { MessageFormat, MessagePart } from './message-window.ts';

/** Messages of the AI SDK (`ModelMessage`). */
export const aiSdkFormat = <M extends RoleMessage>(): MessageFormat<M> => ({
  parts: ({ role, content }) => partsOf(role, content, aiSdkPart),
  pick: pickContent,
  // Gemini refuses a call that comes right after another message of the model.
  join: (first, second) =>
    first.role === 'assistant' && second.role === 'assistant' ? joined(first, second) : undefined,
});

/** Messages of the Anthropic API. */
export const anthropicFormat = <M extends RoleMessage>(): MessageFormat<M> => ({
  parts: ({ role, content }) => partsOf(role, content, anthropicBlock),
  pick: pickContent,
  join: (first, second) => (first.role === second.role ? joined(first, second) : undefined),
});

/** Input items of the OpenAI Responses API, and of the OpenAI Agents SDK, which spells them otherwise. */
export const openaiFormat = <M extends object>(): MessageFormat<M> => ({
  parts: (item) => [openaiItem(fields(item))],
  pick: (item) => item,
});

/** Messages of LangChain, objects of its classes or plain. A message goes as a whole, with the results of all its calls. */
export const langchainFormat = <M extends object>(): MessageFormat<M> => ({
  parts: (message) => [langchainMessage(fields(message))],
  pick: (message) => message,
});

/** Messages of Mastra's memory and processors (`MastraDBMessage`). */
export const mastraFormat = <M extends RoleMessage>(): MessageFormat<M> => ({
  parts: ({ role, content }) => mastraParts(role, fields(content)).map(({ part }) => part),
  pick: (message, indices) => {
    const content = fields(message.content);
    const wanted = new Set(indices);
    const kept = mastraParts(message.role, content).filter((_, i) => wanted.has(i));
    const ids = new Set(kept.flatMap(({ part }) => part.calls?.map(({ id }) => id) ?? []));
    return {
      ...message,
      content: {
        ...content,
        parts: kept.flatMap(({ raw }) => raw),
        ...(Array.isArray(content.toolInvocations) && {
          toolInvocations: content.toolInvocations.filter((each) => ids.has(textIn(fields(each).toolCallId))),
        }),
      },
    };
  },
});

interface RoleMessage {
  role: string;
  content: unknown;
}

type Fields = Record<string, unknown>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the model reads of a value, without images and the like, which are counted. */
function measured(value: unknown): Pick<MessagePart, 'text' | 'media'> {
  if (typeof value === 'string' || value === undefined || value === null) return { text: value ?? '' };
  let media = 0;
  const text = JSON.stringify(value, (_, each: unknown) => {
    const isData =
      each instanceof Uint8Array ||
      (typeof each === 'string' && each.length > DATA_CHARS && !/\s/.test(each.slice(0, DATA_CHARS)));
    if (!isData) return each;
    media++;
    return '[data]';
  });
  return { text: text ?? '', ...(media > 0 && { media }) };
}

/** No line of a text is that long without a gap. */
const DATA_CHARS = 2000;

function partsOf(
  role: string,
  content: unknown,
  read: (part: Fields, role: string) => MessagePart,
): MessagePart[] {
  if (!Array.isArray(content)) return [{ type: typeOfRole(role), ...measured(content) }];
  return content.map((part) => read(fields(part), role));
}

function typeOfRole(role: string): MessagePart['type'] {
  if (role === 'assistant' || role === 'ai') return 'assistant';
  if (role === 'user' || role === 'human') return 'user';
  // What is not known stays.
  return role === 'tool' ? 'result' : 'system';
}

function aiSdkPart(part: Fields, role: string): MessagePart {
  const id = textIn(part.toolCallId);
  const approval = `approval ${textIn(part.approvalId)}`;
  switch (part.type) {
    case 'tool-call':
      return {
        type: 'call',
        ...measured(part.input),
        calls: [{ id, name: textIn(part.toolName), input: part.input }],
      };
    case 'tool-result': {
      const output = fields(part.output);
      const failed = /^error|denied$/.test(textIn(output.type));
      return { type: 'result', ...measured(output.value ?? part.output), calls: [{ id }], failed };
    }
    case 'tool-approval-request':
      return { type: 'assistant', text: '', calls: [{ id }, { id: approval }] };
    case 'tool-approval-response':
      return { type: 'result', text: '', calls: [{ id: approval }] };
    case 'reasoning':
      return { type: 'reasoning', ...measured(part.text) };
    default:
      return { type: typeOfRole(role), ...measured(part.text ?? part) };
  }
}

function anthropicBlock(block: Fields, role: string): MessagePart {
  const type = textIn(block.type);
  if (type.endsWith('tool_use')) {
    const { input } = block;
    return {
      type: 'call',
      ...measured(input),
      calls: [{ id: textIn(block.id), name: textIn(block.name), input }],
    };
  }
  if (type.endsWith('tool_result')) {
    const id = textIn(block.tool_use_id);
    return { type: 'result', ...measured(block.content), calls: [{ id }], failed: block.is_error === true };
  }
  if (type.endsWith('thinking')) return { type: 'reasoning', ...measured(block.thinking ?? block.data) };
  return { type: typeOfRole(role), ...measured(block.text ?? block) };
}

function openaiItem(item: Fields): MessagePart {
  const type = textIn(item.type);
  const id = textIn(item.call_id ?? item.callId);
  if (type === '' || type === 'message')
    return { type: typeOfRole(textIn(item.role)), ...measured(item.content) };
  if (type === 'reasoning') return { type: 'reasoning', ...measured(item.summary ?? item.content) };
  if (/_call_(?:output|result)$/.test(type))
    return { type: 'result', ...measured(item.output), calls: [{ id }] };
  if (type.endsWith('_call') && id !== '') {
    const input = parsed(item.arguments ?? item.input ?? item.action ?? item.operation);
    return { type: 'call', ...measured(input), calls: [{ id, name: textIn(item.name) || type, input }] };
  }
  if (type === 'mcp_approval_request')
    return { type: 'assistant', ...measured(item), calls: [{ id: textIn(item.id) }] };
  if (type === 'mcp_approval_response')
    return { type: 'result', text: '', calls: [{ id: textIn(item.approval_request_id) }] };
  // A provider's own tool holds its result; what is not known, or stands for much else, stays.
  return { type: type.endsWith('_call') ? 'assistant' : 'system', ...measured(item) };
}

function langchainMessage(message: Fields): MessagePart {
  const { getType } = message;
  const type =
    typeof getType === 'function' ? textIn(getType.call(message)) : textIn(message.type ?? message.role);
  const content = measured(message.content);
  if (type === 'tool') {
    const failed = message.status === 'error';
    return { type: 'result', ...content, calls: [{ id: textIn(message.tool_call_id) }], failed };
  }
  const calls = (Array.isArray(message.tool_calls) ? message.tool_calls : []).map((each) => {
    const { id, name, args } = fields(each);
    return { id: textIn(id), name: textIn(name), input: args };
  });
  if (calls.length === 0) return { type: typeOfRole(type), ...content };
  return { type: 'call', ...content, text: `${content.text}${measured(calls).text}`, calls };
}

/** The parts of a message with the raw ones that belong to each: a mark of a new step goes with what follows it. */
function mastraParts(role: string, content: Fields): { part: MessagePart; raw: unknown[] }[] {
  const found: { part: MessagePart; raw: unknown[] }[] = [];
  let marks: unknown[] = [];
  for (const raw of Array.isArray(content.parts) ? content.parts : []) {
    if (fields(raw).type === 'step-start') marks.push(raw);
    else {
      found.push({
        part: { ...mastraPart(fields(raw), role), startsStep: marks.length > 0 },
        raw: [...marks, raw],
      });
      marks = [];
    }
  }
  found.at(-1)?.raw.push(...marks);
  return found;
}

function mastraPart(part: Fields, role: string): MessagePart {
  if (part.type === 'reasoning')
    return { type: 'reasoning', ...measured(part.reasoning || (part.details ?? part.text)) };
  if (part.type !== 'tool-invocation') return { type: typeOfRole(role), ...measured(part.text ?? part) };
  const { toolCallId, toolName, args, state, result } = fields(part.toolInvocation);
  const isAnswered = state === 'result';
  return {
    type: 'call',
    ...measured(isAnswered ? [args, result] : args),
    calls: [{ id: textIn(toolCallId), name: textIn(toolName), input: args }],
    isAnswered,
  };
}

/** Arguments come as JSON that the model wrote, or as they are. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function pickContent<M extends RoleMessage>(message: M, indices: readonly number[]): M {
  const wanted = new Set(indices);
  return { ...message, content: (message.content as unknown[]).filter((_, i) => wanted.has(i)) };
}

/** Anthropic wants thinking first in a message, whatever else there is. */
function joined<M extends RoleMessage>(first: M, second: M): M {
  const [before, after] = [blocksOf(first.content), blocksOf(second.content)];
  const start = isThinking(before[0]) ? 0 : after.findIndex((block) => !isThinking(block));
  const lead = start < 0 ? after.length : start;
  return { ...first, content: [...after.slice(0, lead), ...before, ...after.slice(lead)] };
}

const blocksOf = (content: unknown): unknown[] =>
  Array.isArray(content) ? content : [{ type: 'text', text: textIn(content) }];

const isThinking = (block: unknown): boolean => /thinking|reasoning/.test(textIn(fields(block).type));
