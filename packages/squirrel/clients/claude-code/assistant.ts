import type { RawEvent } from '@sqrl/base/model/reader.ts';
import { type ForeignRecord, listOrEmpty, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import type { RecordResult } from '../reading/step.ts';
import { describeCall } from './call.ts';
import { resultText } from './result.ts';
import type { ClaudeCodeSession } from './session.ts';

/** Reads what the model said, thought and called. One message of the model may stand in several records. */
export function readAssistant(entry: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  const message = record(entry.message);
  const model = textOrNull(message.model);
  const ownWords = model === '<synthetic>' || entry.isApiErrorMessage === true;
  if (ownWords) return readClientsOwn(entry, message, memory);
  memory.tellOnce('model', model);
  const events: RawEvent[] = [];
  listOrEmpty(message.content).forEach((block, part) => {
    const event = readBlock(record(block), part, memory);
    if (event === undefined) return;
    event.model = model;
    if (message.usage !== undefined)
      event.tokens = memory.usage(textOrNull(message.id) ?? event.key, record(message.usage));
    events.push(event);
  });
  return { type: 'assistant', fate: events.length > 0 ? 'read' : 'passed', events };
}

function readBlock(block: ForeignRecord, part: number, memory: ClaudeCodeSession): RawEvent | undefined {
  switch (block.type) {
    case 'text':
      return spoken('reply', block.text, part, memory);
    case 'thinking':
      return spoken('reasoning', block.thinking, part, memory);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return called(block, part, memory);
    case 'web_search_tool_result':
    case 'web_fetch_tool_result':
    case 'mcp_tool_result':
      return answered(block, part, memory);
    default:
      return undefined;
  }
}

function spoken(
  kind: 'reply' | 'reasoning',
  said: unknown,
  part: number,
  memory: ClaudeCodeSession,
): RawEvent | undefined {
  const words = textOrEmpty(said);
  return words.trim() === '' ? undefined : memory.step({ kind, text: words }, part);
}

function called(block: ForeignRecord, part: number, memory: ClaudeCodeSession): RawEvent {
  const id = textOrNull(block.id);
  const call = describeCall(textOrEmpty(block.name), record(block.input));
  const event = memory.step({ kind: 'call', ...call, call: id }, part);
  if (id !== null) memory.pending.put(id, event);
  return event;
}

/** A tool that ran at the vendor's, such as its web search, answers within the same message. */
function answered(block: ForeignRecord, part: number, memory: ClaudeCodeSession): RawEvent | undefined {
  const id = textOrEmpty(block.tool_use_id);
  const call = memory.pending.get(id);
  if (call === undefined) return undefined;
  memory.pending.drop(id);
  const { tool, toolName, command, files } = call;
  const content = resultText(block.content);
  const outcome =
    block.is_error === true || textOrEmpty(record(block.content).type).endsWith('_error') ? 'failed' : 'ok';
  return memory.step(
    { kind: 'result', text: content, tool, toolName, command, files, call: id, outcome },
    part,
  );
}

/** What the client wrote in the model's place: that its service failed, or that there was nothing to answer. */
function readClientsOwn(
  entry: ForeignRecord,
  message: ForeignRecord,
  memory: ClaudeCodeSession,
): RecordResult {
  const words = resultText(message.content);
  if (entry.isApiErrorMessage !== true) return { type: 'assistant/synthetic', fate: 'passed' };
  return {
    type: 'assistant/api_error',
    fate: 'read',
    events: [memory.step({ kind: 'notice', text: words, outcome: 'failed' })],
  };
}
