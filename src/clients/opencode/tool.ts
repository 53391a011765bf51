import type { Outcome, Tool } from '../../model/event.ts';
import type { RawEvent, RawTouch } from '../../model/reader.ts';
import { withoutReminders } from '../claude-code/words.ts';
import { changedLines } from '../reading/diff.ts';
import { commandText } from '../reading/pending.ts';
import { count, type Foreign, into, lineRange, number, record, said, text, time } from '../reading/record.ts';
import { step } from '../reading/step.ts';
import type { Common } from './message.ts';
import { toolOf } from './tools.ts';

/** The call and the result that one part tells of. */
export function toolSteps(part: Foreign, common: Common): RawEvent[] {
  const state = record(part.state);
  const input = record(state.input);
  // A call that could not be made: of a tool that is not there, or not as the tool wants it.
  const invalid = part.tool === 'invalid' && said(input.tool) !== null;
  const toolName = text(invalid ? input.tool : part.tool);
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
  const at = time(into(state.time, 'start')) ?? common.at;
  const end = time(into(state.time, 'end'));
  const call = step({
    ...same,
    at,
    kind: 'call',
    text: argument === null ? toolName : `${toolName} ${argument}`,
  });
  const exitCode = number(into(state.metadata, 'exit'));
  const result = step({
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

const mainArgument = (input: Foreign): string | null =>
  said(input.command) ??
  said(input.pattern) ??
  said(input.url) ??
  said(input.query) ??
  said(input.filePath) ??
  said(input.path) ??
  said(input.description) ??
  said(input.name);

/** What the tool itself said: plugins may add to `output`, which is what the model was told. */
function outputOf(state: Foreign): string {
  if (state.status === 'error') return text(state.error);
  const own = into(state.metadata, 'output');
  return typeof own === 'string' && into(state.metadata, 'truncated') !== true
    ? own
    : withoutReminders(text(state.output));
}

function outcomeOf(state: Foreign, exitCode: number | null): Outcome {
  const error = text(state.error);
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
  if (/<(shell|bash)_metadata>[^<]*User aborted the command/.test(text(state.output).slice(-500)))
    return 'interrupted';
  if (exitCode !== null) return exitCode === 0 ? 'ok' : 'failed';
  return /<(shell|bash)_metadata>[^<]*exceeding timeout/.test(text(state.output).slice(-500))
    ? 'failed'
    : 'ok';
}

function filesOf(toolName: string, tool: Tool, state: Foreign): RawTouch[] {
  const input = record(state.input);
  if (toolName === 'apply_patch' || toolName === 'patch') return patched(text(input.patchText));
  const path = said(input.filePath) ?? said(input.path);
  if (path === null) return [];
  if (tool === 'read') return [{ path, way: 'read', lines: linesRead(state) }];
  if (tool === 'edit')
    return [{ path, way: 'edit', lines: changedLines(text(into(state.metadata, 'diff'))) }];
  if (tool === 'write') return [{ path, way: 'write', lines: null }];
  return tool === 'search' || tool === 'list' ? [{ path, way: tool, lines: null }] : [];
}

function linesRead(state: Foreign): RawTouch['lines'] {
  const shown = record(into(state.metadata, 'display'));
  const from = count(shown.lineStart);
  const to = count(shown.lineEnd);
  if (from && to && to >= from) return [from, to];
  // Older versions count the offset from 0 and do not tell what came of it.
  const { offset, limit } = record(state.input);
  return lineRange((count(offset) ?? 0) + 1, limit);
}

const WAYS = { Add: 'write', Update: 'edit', Delete: 'delete' } as const;

const patched = (patch: string): RawTouch[] =>
  [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+?)\r?$/gm)].map(([, what, path]) => ({
    path: path!,
    way: WAYS[what as keyof typeof WAYS],
    lines: null,
  }));
