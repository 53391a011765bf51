import type { ContextItem } from './item.ts';
import { isOfModel } from './units.ts';

/** A message of the AI SDK (`ModelMessage`), as far as the window makes them. */
export type ModelMessageLike =
  | { role: 'system'; content: string }
  | { role: 'user'; content: { type: 'text'; text: string }[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] };

type AssistantPart =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: unknown };

interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text' | 'error-text'; value: string };
}

/** Items as messages: neighbors of one role are one message, and a result comes right after the message with its call. */
export function toModelMessages(items: readonly ContextItem[]): ModelMessageLike[] {
  const results = new Map(
    items.flatMap((item) => (item.resultOf === undefined ? [] : [[item.resultOf, item]])),
  );
  const messages: ModelMessageLike[] = [];
  let isAnswered = false;
  for (const item of items) {
    const last = messages.at(-1);
    if (item.type === 'result') isAnswered = true;
    else if (item.type === 'system') messages.push({ role: 'system', content: item.content });
    else if (isOfModel(item.type)) {
      if (last?.role === 'assistant' && !isAnswered) last.content.push(...assistantParts(item));
      else messages.push({ role: 'assistant', content: assistantParts(item) });
      isAnswered = false;
    } else {
      const part = { type: 'text' as const, text: item.content };
      if (last?.role === 'user') last.content.push(part);
      else messages.push({ role: 'user', content: [part] });
    }
  }
  return messages.flatMap((message) => withResults(message, results));
}

function assistantParts({ type, content, calls }: ContextItem): AssistantPart[] {
  if (calls)
    return calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input }));
  return [{ type: type === 'reasoning' ? 'reasoning' : 'text', text: content }];
}

function withResults(
  message: ModelMessageLike,
  results: ReadonlyMap<string, ContextItem>,
): ModelMessageLike[] {
  if (message.role !== 'assistant') return [message];
  const content = message.content.flatMap((part): ToolResultPart[] => {
    const result = part.type === 'tool-call' ? results.get(part.toolCallId) : undefined;
    if (part.type !== 'tool-call' || result === undefined) return [];
    const { content: value, failed } = result;
    const { toolCallId, toolName } = part;
    return [
      { type: 'tool-result', toolCallId, toolName, output: { type: failed ? 'error-text' : 'text', value } },
    ];
  });
  return content.length === 0 ? [message] : [message, { role: 'tool', content }];
}
