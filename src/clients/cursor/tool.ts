import type { Outcome, Tool } from '../../model/event.ts';
import type { RawEvent, RawTouch } from '../../model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import { commandText } from '../reading/pending.ts';
import {
  count,
  type Foreign,
  into,
  isRecord,
  lineRange,
  list,
  number,
  record,
  said,
  text,
} from '../reading/record.ts';
import { step } from '../reading/step.ts';
import { mcp } from '../reading/tools.ts';
import type { Common } from './bubble.ts';
import { toolOf } from './tools.ts';

/** The call and the result that one message tells of. */
export function toolSteps(data: Foreign, common: Common & { end: number | null }): RawEvent[] {
  const toolName =
    said(data.name) ?? said(data.tool) ?? (number(data.tool) === null ? null : `tool ${data.tool}`);
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
  const exitCode = exitOf(result, text(data.result));
  return [
    step({ ...same, kind: 'call', text: argument === null ? toolName : `${toolName} ${argument}` }),
    step({
      ...same,
      key: `${common.key}/result`,
      at: end !== null && end > common.at ? end : common.at,
      kind: 'result',
      text: textOf(data, result),
      outcome: outcomeOf(data, result, exitCode),
      exitCode,
      durationMs: end !== null && end > common.at ? end - common.at : null,
    }),
  ];
}

const COMMANDS = new Set<Tool>(['run', 'search', 'fetch', 'web search']);

function toolKind(name: string, input: Foreign): Tool {
  const called = record(list(input.tools)[0]);
  const server = said(called.serverName) ?? said(input.server) ?? said(input.serverName);
  const tool = said(called.name) ?? said(input.toolName);
  if (server && tool) return mcp(server, tool);
  return toolOf(name);
}

const first = (input: Foreign, ...names: string[]): string | null => {
  for (const name of names) if (said(input[name])) return said(input[name]);
  return null;
};

const argumentOf = (input: Foreign): string | null =>
  first(
    input,
    'command',
    'query',
    'pattern',
    'globPattern',
    'glob_pattern',
    'search_term',
    'searchTerm',
    'url',
  ) ??
  said(into(input.pattern, 'pattern')) ??
  pathOf(input) ??
  first(input, 'description', 'explanation');

const pathOf = (input: Foreign): string | null =>
  first(
    input,
    'target_file',
    'targetFile',
    'relativeWorkspacePath',
    'relative_workspace_path',
    'effectiveUri',
    'file_path',
    'filePath',
    'path',
    'target_notebook',
    'target_directory',
    'targetDirectory',
    'directoryPath',
  );

function filesOf(name: string, tool: Tool, input: Foreign, result: unknown): RawTouch[] {
  const path = pathOf(input);
  if (path === null) return [];
  if (name === 'delete_file') return [{ path, way: 'delete', lines: null }];
  if (tool === 'read') return [{ path, way: 'read', lines: linesRead(input) }];
  if (tool === 'edit') return [{ path, way: 'edit', lines: linesChanged(result) }];
  if (tool === 'write') return [{ path, way: 'write', lines: null }];
  return tool === 'search' || tool === 'list' ? [{ path, way: tool, lines: null }] : [];
}

function linesRead(input: Foreign): RawTouch['lines'] {
  const from = count(input.start_line_one_indexed) ?? count(input.startLineOneIndexed);
  const to = count(input.end_line_one_indexed_inclusive) ?? count(input.endLineOneIndexedInclusive);
  if (from && to && to >= from) return [from, to];
  return lineRange(input.offset, input.limit);
}

function linesChanged(result: unknown): RawTouch['lines'] {
  let lines: RawTouch['lines'] = null;
  for (const chunk of list(into(result, 'diff', 'chunks'))) {
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
  said(into(result, 'output')) ?? said(into(result, 'contents')) ?? said(into(result, 'content'));

const textOf = (data: Foreign, result: unknown): string =>
  said(data.error) ??
  said(into(data.error, 'clientVisibleErrorMessage')) ??
  wordsOf(result) ??
  (isRecord(data.result) ? JSON.stringify(data.result) : text(data.result));

function outcomeOf(data: Foreign, result: unknown, exitCode: number | null): Outcome {
  const decision = text(data.userDecision);
  if (decision === 'rejected' || into(result, 'rejected') === true) return 'rejected';
  const status = text(data.status);
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
