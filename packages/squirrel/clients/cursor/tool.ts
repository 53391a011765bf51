import type { Outcome, Tool } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { COMMAND_KEYS } from '@sqrl/base/model/tool-names.ts';
import { readCall } from '../reading/call.ts';
import { parseColumn } from '../reading/json.ts';
import {
  type ForeignRecord,
  firstText,
  into,
  isRecord,
  lineRange,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';
import { mcp } from '../reading/tools.ts';
import { withoutWrapperNoise } from '../reading/wrapper-noise.ts';
import type { CursorStepBase } from './bubble.ts';

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
  const pattern = textOrNull(into(input.pattern, 'pattern'));
  const asked = readCall('cursor', toolName, pattern === null ? input : { ...input, pattern });
  const argument =
    asked.command ?? asked.files[0]?.path ?? firstText(input, ...COMMAND_KEYS, 'description', 'explanation');
  const same = {
    ...rest,
    ...asked,
    key: `${common.key}/call`,
    tool: mcpToolIn(input) ?? asked.tool,
    call: common.key,
    files: asked.files.map((file) => (file.way === 'edit' ? { ...file, lines: linesChanged(result) } : file)),
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

function mcpToolIn(input: ForeignRecord): Tool | undefined {
  const called = record(listOrEmpty(input.tools)[0]);
  const server = textOrNull(called.serverName) ?? firstText(input, 'server', 'serverName');
  const tool = textOrNull(called.name) ?? textOrNull(input.toolName);
  return server && tool ? mcp(server, tool) : undefined;
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
