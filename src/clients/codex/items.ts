import type { Outcome } from '../../model/event.ts';
import type { RawTouch } from '../../model/reader.ts';
import type { PendingCall } from '../reading/pending.ts';
import {
  type ForeignRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { mcp } from '../reading/tools.ts';
import { commandOf } from './calls.ts';
import { outcomeOf } from './output.ts';
import { filesOfChanges } from './patch.ts';
import { pathIn, plainPath } from './paths.ts';
import { toolOf } from './tools.ts';

/** How a tool call ended, and what it was, in case nothing else told. */
export interface CallEnd {
  call: Omit<PendingCall, 'at'>;
  text: string;
  /** Of the call, for one that nobody asked for in the log. */
  input: string;
  outcome: Outcome;
  exitCode: number | null;
  durationMs: number | null;
}

/** Reads how a tool call ended out of a finished item; undefined for items that are no calls. */
export function readDone(item: ForeignRecord): CallEnd | undefined {
  switch (item.type) {
    case 'CommandExecution':
      return command(item);
    case 'FileChange':
      return change(item);
    case 'McpToolCall':
      return mcpCall(item);
    case 'DynamicToolCall':
      return dynamicCall(item);
    case 'WebSearch':
      return webSearch(item);
    case 'ImageView':
      return imageView(item);
    default:
      return undefined;
  }
}

// The records in which older versions told of finished calls, by the item that took their place.
const ITEM_OF: Record<string, string> = {
  exec_command_end: 'CommandExecution',
  patch_apply_end: 'FileChange',
  mcp_tool_call_end: 'McpToolCall',
  web_search_end: 'WebSearch',
  view_image_tool_call: 'ImageView',
};

/** Brings an older version's record of a finished call into the shape of an item; undefined for other records. */
export function itemOfEvent(event: ForeignRecord): ForeignRecord | undefined {
  const type = ITEM_OF[textOrEmpty(event.type)];
  if (type === undefined) return undefined;
  const done = record(event.result);
  return {
    ...event,
    ...record(event.invocation),
    type,
    id: event.call_id,
    ...(type === 'FileChange' &&
      !textOrNull(event.status) && { status: event.success ? 'completed' : 'failed' }),
    ...(type === 'McpToolCall' && { result: done.Ok, error: textOrNull(done.Err) && { message: done.Err } }),
  };
}

function command(item: ForeignRecord): CallEnd {
  const line = commandOf(item.command);
  const folder = textOrNull(item.cwd) === null ? null : plainPath(textOrEmpty(item.cwd));
  const output = textOrNull(item.aggregated_output) ?? textOrEmpty(item.stdout) + textOrEmpty(item.stderr);
  const exitCode = number(item.exit_code);
  return {
    call: { tool: 'run', toolName: 'shell', command: line, files: filesOfCommand(item.parsed_cmd, folder) },
    text: output,
    input: line ?? '',
    outcome: outcomeOfStatus(item.status, output, exitCode),
    exitCode: item.status === 'declined' ? null : exitCode,
    durationMs: duration(item),
  };
}

function change(item: ForeignRecord): CallEnd {
  const output = textOrEmpty(item.stdout) + textOrEmpty(item.stderr);
  return {
    call: { tool: 'edit', toolName: 'apply_patch', command: null, files: filesOfChanges(item.changes) },
    text: output,
    input: '',
    outcome: outcomeOfStatus(item.status, output, null),
    exitCode: null,
    durationMs: duration(item),
  };
}

function mcpCall(item: ForeignRecord): CallEnd {
  const [server, tool] = [textOrEmpty(item.server), textOrEmpty(item.tool)];
  const error = textOrNull(record(item.error).message);
  const result = record(item.result);
  const failed = error !== null || item.status === 'failed' || (result.isError ?? result.is_error) === true;
  const words = listOrEmpty(result.content)
    .map((part) => textOrEmpty(record(part).text))
    .join('\n');
  const output =
    error ??
    (words || (result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent)));
  return {
    call: { tool: mcp(server, tool), toolName: `mcp__${server}__${tool}`, command: null, files: [] },
    text: output,
    input: item.arguments === undefined ? '' : JSON.stringify(item.arguments),
    outcome: !failed ? 'ok' : outcomeOf(output) === 'rejected' ? 'rejected' : 'failed',
    exitCode: null,
    durationMs: duration(item),
  };
}

function dynamicCall(item: ForeignRecord): CallEnd {
  const toolName = textOrEmpty(item.tool);
  const words = listOrEmpty(item.content_items)
    .map((part) => textOrEmpty(record(part).text))
    .join('\n');
  return {
    call: { tool: toolOf(toolName), toolName, command: null, files: [] },
    text: textOrNull(item.error) ?? words,
    input: item.arguments === undefined ? '' : JSON.stringify(item.arguments),
    outcome: item.status === 'failed' || item.success === false ? 'failed' : 'ok',
    exitCode: null,
    durationMs: duration(item),
  };
}

/** A search of the web, or a page opened from one; Codex keeps what was asked, seldom what was found. */
function webSearch(item: ForeignRecord): CallEnd {
  const action = record(item.action);
  const asked =
    textOrNull(action.url) ??
    textOrNull(item.query) ??
    textOrNull(action.query) ??
    textOrNull(listOrEmpty(action.queries)[0]);
  const tool = textOrNull(action.url) === null ? 'web search' : 'fetch';
  return {
    call: { tool, toolName: 'web_search', command: asked, files: [] },
    text: listOrEmpty(item.results).length > 0 ? JSON.stringify(item.results) : '',
    input: asked ?? '',
    outcome: 'ok',
    exitCode: null,
    durationMs: duration(item),
  };
}

function imageView(item: ForeignRecord): CallEnd {
  const files: RawTouch[] =
    textOrNull(item.path) === null
      ? []
      : [{ path: plainPath(textOrEmpty(item.path)), way: 'read', lines: null }];
  return {
    call: { tool: 'read', toolName: 'view_image', command: null, files },
    text: '',
    input: '',
    outcome: 'ok',
    exitCode: null,
    durationMs: null,
  };
}

// Codex says `declined` also of what its rules forbade: only words about a person make it a person's refusal.
function outcomeOfStatus(status: unknown, words: string, exitCode: number | null): Outcome {
  if (status === 'declined') return words === '' || outcomeOf(words) === 'rejected' ? 'rejected' : 'failed';
  if (status === 'failed' && outcomeOf(words) === 'interrupted') return 'interrupted';
  if (exitCode !== null) return exitCode === 0 ? 'ok' : 'failed';
  return status === 'failed' ? 'failed' : 'ok';
}

const WAYS: Record<string, RawTouch['way']> = { read: 'read', list_files: 'list', search: 'search' };

const filesOfCommand = (parsed: unknown, folder: string | null): RawTouch[] =>
  listOrEmpty(parsed).flatMap((part): RawTouch[] => {
    const { type, path } = record(part);
    const way = WAYS[textOrEmpty(type)];
    return way && textOrNull(path)
      ? [{ path: pathIn(folder, plainPath(textOrEmpty(path))), way, lines: null }]
      : [];
  });

function duration(item: ForeignRecord): number | null {
  const { secs, nanos } = record(item.duration);
  const seconds = number(secs);
  return seconds === null ? null : Math.round(seconds * 1000 + (number(nanos) ?? 0) / 1e6);
}
