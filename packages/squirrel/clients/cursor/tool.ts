import type { Outcome, Tool } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import { commandText } from '../reading/pending.ts';
import {
  countOrNull,
  type ForeignRecord,
  firstText,
  into,
  isRecord,
  lineRange,
  listOrEmpty,
  number,
  record,
  setOf,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';
import { mcp } from '../reading/tools.ts';
import { withoutWrapperNoise } from '../reading/wrapper-noise.ts';
import type { CursorStepBase } from './bubble.ts';
import { toolOf } from './tools.ts';

/** The call and the result that one message tells of. */
export function cursorToolSteps(
  data: ForeignRecord,
  common: CursorStepBase & { end: number | null },
): RawEvent[] {
  const toolName =
    firstText(data, 'name', 'tool') ?? (number(data.tool) === null ? null : `tool ${data.tool}`);
  if (toolName === null) return [];
  const { end, ...rest } = common;
  const input = { ...record(parseColumn(data.rawArgs)), ...record(parseColumn(data.params)) };
  const result = parseColumn(data.result);
  const tool = toolKind(toolName, input);
  const argument = argumentOf(input);
  const same = {
    ...rest,
    key: `${common.key}/call`,
    tool,
    toolName,
    call: common.key,
    command: argument !== null && COMMANDS.has(tool) ? commandText(argument) : null,
    files: filesOf(toolName, tool, input, result),
  };
  const exitCode = exitOf(result, textOrEmpty(data.result));
  return [
    completeStep({ ...same, kind: 'call', text: argument === null ? toolName : `${toolName} ${argument}` }),
    completeStep({
      ...same,
      key: `${common.key}/result`,
      at: end !== null && end > common.at ? end : common.at,
      kind: 'result',
      text: withoutWrapperNoise(textOf(data, result)),
      outcome: outcomeOf(data, result, exitCode),
      exitCode,
      durationMs: end !== null && end > common.at ? end - common.at : null,
    }),
  ];
}

const COMMANDS = new Set<Tool>(['run', 'search', 'fetch', 'web search']);

function toolKind(name: string, input: ForeignRecord): Tool {
  const called = record(listOrEmpty(input.tools)[0]);
  const server = textOrNull(called.serverName) ?? firstText(input, 'server', 'serverName');
  const tool = textOrNull(called.name) ?? textOrNull(input.toolName);
  if (server && tool) return mcp(server, tool);
  return toolOf(name);
}

const ARGUMENTS = setOf('command query pattern globPattern glob_pattern search_term searchTerm url');

const argumentOf = (input: ForeignRecord): string | null =>
  firstText(input, ...ARGUMENTS) ??
  textOrNull(into(input.pattern, 'pattern')) ??
  pathOf(input) ??
  firstText(input, 'description', 'explanation');

const PATHS = setOf(`
  target_file targetFile relativeWorkspacePath relative_workspace_path effectiveUri file_path filePath path
  target_notebook target_directory targetDirectory directoryPath`);

const pathOf = (input: ForeignRecord): string | null => firstText(input, ...PATHS);

function filesOf(name: string, tool: Tool, input: ForeignRecord, result: unknown): RawTouch[] {
  const path = pathOf(input);
  if (path === null) return [];
  if (name === 'delete_file') return [{ path, way: 'delete', lines: null }];
  if (tool === 'read') return [{ path, way: 'read', lines: linesRead(input) }];
  if (tool === 'edit') return [{ path, way: 'edit', lines: linesChanged(result) }];
  if (tool === 'write') return [{ path, way: 'write', lines: null }];
  return tool === 'search' || tool === 'list' ? [{ path, way: tool, lines: null }] : [];
}

function linesRead(input: ForeignRecord): RawTouch['lines'] {
  const from = countOrNull(input.start_line_one_indexed) ?? countOrNull(input.startLineOneIndexed);
  const to =
    countOrNull(input.end_line_one_indexed_inclusive) ?? countOrNull(input.endLineOneIndexedInclusive);
  if (from && to && to >= from) return [from, to];
  return lineRange(input.offset, input.limit);
}

function linesChanged(result: unknown): RawTouch['lines'] {
  let lines: RawTouch['lines'] = null;
  for (const chunk of listOrEmpty(into(result, 'diff', 'chunks'))) {
    const here = lineRange(record(chunk).newStart, record(chunk).newLines);
    if (here) lines = lines ? [Math.min(lines[0], here[0]), Math.max(lines[1], here[1])] : here;
  }
  return lines;
}

const exitOf = (result: unknown, raw: string): number | null => {
  const told = number(into(result, 'exitCodeV2')) ?? number(into(result, 'exitCode'));
  const [, said] = /^Exit code: (\d+)/.exec(wordsOf(result) ?? raw) ?? [];
  return told ?? (said === undefined ? null : Number(said));
};

const wordsOf = (result: unknown): string | null =>
  firstText(record(result), 'output', 'contents', 'content');

const textOf = (data: ForeignRecord, result: unknown): string =>
  textOrNull(data.error) ??
  textOrNull(into(data.error, 'clientVisibleErrorMessage')) ??
  wordsOf(result) ??
  (isRecord(data.result) ? JSON.stringify(data.result) : textOrEmpty(data.result));

function outcomeOf(data: ForeignRecord, result: unknown, exitCode: number | null): Outcome {
  const decision = textOrEmpty(data.userDecision);
  if (decision === 'rejected' || into(result, 'rejected') === true) return 'rejected';
  const status = textOrEmpty(data.status);
  if (
    status === 'error' ||
    into(data.additionalData, 'status') === 'error' ||
    into(result, 'applyFailed') === true
  )
    return 'failed';
  // Cancelled, or still at it when the conversation had ended.
  if (status !== 'completed' && status !== 'success' && status !== '') return 'interrupted';
  return exitCode === null || exitCode === 0 ? 'ok' : 'failed';
}
