import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { changedLines, lineCount } from '../reading/diff.ts';
import { pathIn, plainPath } from '../reading/paths.ts';
import type { PendingCall } from '../reading/pending.ts';
import {
  type ForeignRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { mcp, toolOf } from '../reading/tools.ts';
import { commandOf } from './calls.ts';
import { outcomeOf } from './output.ts';

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

/** A call that ended well without a word, but for what is told of it. */
const ended = (
  item: ForeignRecord,
  call: Partial<CallEnd['call']>,
  { text = '', input = '', outcome = 'ok', exitCode = null }: Partial<CallEnd>,
): CallEnd => ({
  call: { tool: 'other', toolName: null, command: null, files: [], ...call },
  ...{ text, input, outcome, exitCode, durationMs: duration(item) },
});

function command(item: ForeignRecord): CallEnd {
  const line = commandOf(item.command);
  const folder = textOrNull(item.cwd) === null ? null : plainPath(textOrEmpty(item.cwd));
  const text = textOrNull(item.aggregated_output) ?? printed(item);
  const exitCode = number(item.exit_code);
  const files = filesOfCommand(item.parsed_cmd, folder);
  return ended(
    item,
    { tool: 'run', toolName: 'shell', command: line, files },
    {
      text,
      input: line ?? '',
      outcome: outcomeOfStatus(item.status, text, exitCode),
      exitCode: item.status === 'declined' ? null : exitCode,
    },
  );
}

function change(item: ForeignRecord): CallEnd {
  const text = printed(item);
  const call = { tool: 'edit', toolName: 'apply_patch', files: filesOfChanges(item.changes) } as const;
  return ended(item, call, { text, outcome: outcomeOfStatus(item.status, text, null) });
}

const printed = ({ stdout, stderr }: ForeignRecord): string => textOrEmpty(stdout) + textOrEmpty(stderr);

function mcpCall(item: ForeignRecord): CallEnd {
  const [server, tool] = [textOrEmpty(item.server), textOrEmpty(item.tool)];
  const error = textOrNull(record(item.error).message);
  const result = record(item.result);
  const failed = error !== null || item.status === 'failed' || (result.isError ?? result.is_error) === true;
  const { structuredContent } = result;
  const text =
    error ??
    (wordsIn(result.content) || (structuredContent === undefined ? '' : JSON.stringify(structuredContent)));
  const outcome = !failed ? 'ok' : outcomeOf(text) === 'rejected' ? 'rejected' : 'failed';
  const call = { tool: mcp(server, tool), toolName: `mcp__${server}__${tool}` };
  return ended(item, call, { text, input: asJson(item.arguments), outcome });
}

function dynamicCall(item: ForeignRecord): CallEnd {
  const toolName = textOrEmpty(item.tool);
  return ended(
    item,
    { tool: toolOf('codex', toolName), toolName },
    {
      text: textOrNull(item.error) ?? wordsIn(item.content_items),
      input: asJson(item.arguments),
      outcome: item.status === 'failed' || item.success === false ? 'failed' : 'ok',
    },
  );
}

const wordsIn = (parts: unknown): string =>
  listOrEmpty(parts)
    .map((part) => textOrEmpty(record(part).text))
    .join('\n');

const asJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** A search of the web, or a page opened from one; Codex keeps what was asked, seldom what was found. */
function webSearch(item: ForeignRecord): CallEnd {
  const action = record(item.action);
  const url = textOrNull(action.url);
  const asked =
    url ?? textOrNull(item.query) ?? textOrNull(action.query) ?? textOrNull(listOrEmpty(action.queries)[0]);
  const tool = url === null ? 'web search' : 'fetch';
  const text = listOrEmpty(item.results).length > 0 ? JSON.stringify(item.results) : '';
  return ended(item, { tool, toolName: 'web_search', command: asked }, { text, input: asked ?? '' });
}

function imageView(item: ForeignRecord): CallEnd {
  const path = textOrNull(item.path);
  const files: RawTouch[] = path === null ? [] : [{ path: plainPath(path), way: 'read', lines: null }];
  return ended(item, { tool: 'read', toolName: 'view_image', files }, {});
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

/** The files that a patch changed, with the lines, as Codex tells of it afterwards. */
function filesOfChanges(changes: unknown): RawTouch[] {
  return Object.entries(record(changes)).flatMap(([name, change]): RawTouch[] => {
    const path = plainPath(name);
    const told = record(change);
    // Before 0.5 the kind of change was the key of an object, not its `type`.
    const kind = textOrNull(told.type) ?? Object.keys(told)[0];
    const body = told.type === undefined ? record(told[kind ?? '']) : told;
    if (kind === 'add') {
      return [{ path, way: 'write', lines: wholeFile(textOrEmpty(body.content)) }];
    }
    if (kind === 'delete') return [{ path, way: 'delete', lines: null }];
    const lines = changedLines(textOrEmpty(body.unified_diff));
    const moved = textOrNull(body.move_path);
    if (moved === null) return [{ path, way: 'edit', lines }];
    return [
      { path, way: 'delete', lines: null },
      { path: plainPath(moved), way: 'edit', lines },
    ];
  });
}

const wholeFile = (content: string): [number, number] | null => {
  const lines = lineCount(content);
  return lines === 0 ? null : [1, lines];
};
