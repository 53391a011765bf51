import type { Outcome, Tool } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { changedLines } from '../reading/diff.ts';
import { commandText } from '../reading/pending.ts';
import {
  countOrNull,
  type ForeignRecord,
  firstText,
  into,
  lineRange,
  number,
  record,
  setOf,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { withoutReminders } from '../reading/reminders.ts';
import { completeStep } from '../reading/step.ts';
import type { OpencodeStepBase } from './message.ts';
import { toolOf } from './tools.ts';

/** The call and the result that one part tells of. */
export function opencodeToolSteps(part: ForeignRecord, common: OpencodeStepBase): RawEvent[] {
  const state = record(part.state);
  const input = record(state.input);
  // A call that could not be made: of a tool that is not there, or not as the tool wants it.
  const invalid = part.tool === 'invalid' && textOrNull(input.tool) !== null;
  const toolName = textOrEmpty(invalid ? input.tool : part.tool);
  if (toolName === '') return [];
  const tool = toolOf(toolName);
  const argument = mainArgument(input);
  const same = {
    ...common,
    tool,
    toolName,
    // Not `callID`: providers count theirs from 0 in every answer.
    call: common.key,
    command: argument !== null && COMMANDS.has(tool) ? commandText(argument) : null,
    files: filesOf(toolName, tool, state),
  };
  const at = timeOrNull(into(state.time, 'start')) ?? common.at;
  const end = timeOrNull(into(state.time, 'end'));
  const call = completeStep({
    ...same,
    at,
    kind: 'call',
    text: argument === null ? toolName : `${toolName} ${argument}`,
  });
  const exitCode = number(into(state.metadata, 'exit'));
  const result = completeStep({
    ...same,
    key: `${common.key}/result`,
    at: end ?? at,
    kind: 'result',
    text: outputOf(state),
    outcome: invalid ? 'failed' : outcomeOf(state, exitCode),
    exitCode,
    durationMs: end === null ? null : Math.max(0, end - at),
  });
  return [call, result];
}

const COMMANDS = new Set<Tool>(['run', 'search', 'fetch', 'web search']);

const mainArgument = (input: ForeignRecord): string | null => firstText(input, ...ARGUMENTS);

const ARGUMENTS = setOf('command pattern url query filePath path description name');

/** What the tool itself said: plugins may add to `output`, which is what the model was told. */
function outputOf(state: ForeignRecord): string {
  if (state.status === 'error') return textOrEmpty(state.error);
  const own = into(state.metadata, 'output');
  return typeof own === 'string' && into(state.metadata, 'truncated') !== true
    ? own
    : withoutReminders(textOrEmpty(state.output));
}

function outcomeOf(state: ForeignRecord, exitCode: number | null): Outcome {
  const error = textOrEmpty(state.error);
  if (state.status === 'error') {
    if (into(state.metadata, 'interrupted') === true || error === 'Tool execution aborted')
      return 'interrupted';
    // The person said no, dismissed the question, or had ruled it out beforehand.
    return /^The user (rejected permission|dismissed|has specified a rule)/.test(error)
      ? 'rejected'
      : 'failed';
  }
  // Abandoned: opencode was killed while the tool ran.
  if (state.status !== 'completed') return 'interrupted';
  if (/<(shell|bash)_metadata>[^<]*User aborted the command/.test(textOrEmpty(state.output).slice(-500)))
    return 'interrupted';
  if (exitCode !== null) return exitCode === 0 ? 'ok' : 'failed';
  return /<(shell|bash)_metadata>[^<]*exceeding timeout/.test(textOrEmpty(state.output).slice(-500))
    ? 'failed'
    : 'ok';
}

function filesOf(toolName: string, tool: Tool, state: ForeignRecord): RawTouch[] {
  const input = record(state.input);
  if (toolName === 'apply_patch' || toolName === 'patch') return patched(textOrEmpty(input.patchText));
  const path = textOrNull(input.filePath) ?? textOrNull(input.path);
  if (path === null) return [];
  if (tool === 'read') return [{ path, way: 'read', lines: linesRead(state) }];
  if (tool === 'edit')
    return [{ path, way: 'edit', lines: changedLines(textOrEmpty(into(state.metadata, 'diff'))) }];
  if (tool === 'write') return [{ path, way: 'write', lines: null }];
  return tool === 'search' || tool === 'list' ? [{ path, way: tool, lines: null }] : [];
}

function linesRead(state: ForeignRecord): RawTouch['lines'] {
  const shown = record(into(state.metadata, 'display'));
  const from = countOrNull(shown.lineStart);
  const to = countOrNull(shown.lineEnd);
  if (from && to && to >= from) return [from, to];
  // Older versions count the offset from 0 and do not tell what came of it.
  const { offset, limit } = record(state.input);
  return lineRange((countOrNull(offset) ?? 0) + 1, limit);
}

const WAYS = { Add: 'write', Update: 'edit', Delete: 'delete' } as const;

const patched = (patch: string): RawTouch[] =>
  [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+?)\r?$/gm)].map(([, what, path]) => ({
    path: path!,
    way: WAYS[what as keyof typeof WAYS],
    lines: null,
  }));
