import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { readCall } from '../reading/call.ts';
import { changedLines } from '../reading/diff.ts';
import {
  countOrNull,
  type ForeignRecord,
  firstText,
  into,
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

export function opencodeToolSteps(part: ForeignRecord, common: OpencodeStepBase): RawEvent[] {
  const state = record(part.state);
  const input = record(state.input);
  // A call that could not be made: of a tool that is not there, or not as the tool wants it.
  const invalid = part.tool === 'invalid' && textOrNull(input.tool) !== null;
  const toolName = textOrEmpty(invalid ? input.tool : part.tool);
  if (toolName === '') return [];
  const argument = firstText(input, ...ARGUMENTS);
  const asked = readCall('opencode', toolName, input);
  const same = {
    ...common,
    ...asked,
    // Not `callID`: providers count theirs from 0 in every answer.
    call: common.key,
    files: asked.files.map((file) => ({ ...file, lines: linesOf(file, state) })),
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

/** What was read or changed, as opencode tells afterwards; older versions do not of what was read. */
function linesOf({ way, lines }: RawTouch, { metadata }: ForeignRecord): RawTouch['lines'] {
  if (way === 'edit') return changedLines(textOrEmpty(into(metadata, 'diff')));
  if (way !== 'read') return lines;
  const { lineStart, lineEnd } = record(into(metadata, 'display'));
  const [from, to] = [countOrNull(lineStart), countOrNull(lineEnd)];
  return from && to && to >= from ? [from, to] : lines;
}
