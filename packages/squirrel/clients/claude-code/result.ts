import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { NO_CALL, type PendingCall } from '../reading/pending.ts';
import {
  type ForeignRecord,
  into,
  lineRange,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
} from '../reading/record.ts';
import { withoutReminders } from '../reading/reminders.ts';
import type { ClaudeCodeSession } from './session.ts';

// Others may bring a key of that name in from elsewhere.
const TIMED = new Set<PendingCall['tool']>(['fetch', 'web search', 'task', 'search', 'list']);

export function readResult(
  entry: ForeignRecord,
  block: ForeignRecord,
  { part, raw, memory }: { part: number; raw: unknown; memory: ClaudeCodeSession },
): RawEvent {
  const id = textOrEmpty(block.tool_use_id);
  const call = memory.pending.get(id) ?? NO_CALL;
  memory.pending.drop(id);
  const content = call.tool === 'task' ? taskText(block.content, raw) : resultText(block.content);
  const outcome = outcomeOf(entry, block, content, { call, raw });
  return memory.step(
    {
      kind: 'result',
      text: outcome === 'rejected' ? (reasonOf(entry, content) ?? content) : content,
      tool: call.tool,
      toolName: call.toolName,
      call: id === '' ? null : id,
      command: call.command,
      files: outcome === 'ok' ? touched(call, raw) : call.files,
      outcome,
      exitCode: exitCode(content, call, outcome, raw),
      durationMs: TIMED.has(call.tool) ? durationOf(raw) : null,
    },
    part,
  );
}

export function resultText(content: unknown): string {
  if (typeof content === 'string') return clean(content);
  return clean(listOrEmpty(content).map(blockText).filter(Boolean).join('\n'));
}

/** A subagent's answer, without what the client tells its model about handling it. */
function taskText(content: unknown, raw: unknown): string {
  if (record(raw).isAsync === true) return 'Launched in the background';
  if (!Array.isArray(content)) return resultText(content);
  return resultText(content.filter((block) => !textOrEmpty(record(block).text).startsWith('agentId: ')));
}

function blockText(block: unknown): string {
  const { type, ...rest } = record(block);
  if (type === 'text') return textOrEmpty(rest.text);
  if (type === 'image' || type === 'document') return `[${type}]`;
  return textOrEmpty(rest.title)
    ? [textOrEmpty(rest.title), textOrEmpty(rest.url)].filter(Boolean).join(' ')
    : textOrEmpty(rest.tool_name);
}

function clean(content: string): string {
  const words = withoutReminders(content);
  const error = /^<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>)?$/.exec(words)?.[1];
  return error ?? words;
}

const REFUSED = /^The user doesn['’]t want to (?:proceed with this tool use|take this action)/;
const DENIED =
  /^(?:Permission to use |Permission for this |Claude requested permissions to |This command requires approval)/;
// The client cancels the calls beside one that failed; they never ran.
const CANCELLED =
  /^(?:\[Request interrupted by user|Sibling tool call errored|Cancelled: parallel tool call|Interrupted by user)/;

function outcomeOf(
  entry: ForeignRecord,
  block: ForeignRecord,
  content: string,
  { call, raw }: { call: PendingCall; raw: unknown },
): Outcome {
  if (call.tool === 'run' && record(raw).interrupted === true) return 'interrupted';
  if (block.is_error !== true) return 'ok';
  const decision = record(entry.permissionDecision);
  if (textOrEmpty(entry.toolDenialKind) !== '') return 'rejected';
  if (decision.decision === 'reject')
    return sourceOf(decision) === 'user_abort'
      ? 'interrupted'
      : sourceOf(decision) === 'invalid_input'
        ? 'failed'
        : 'rejected';
  // Versions that do not mark a refusal are believed by their sentence, which a program or a foreign server may copy:
  // not where the call was allowed to run, nor for tools that are not the client's own.
  if (call.tool?.startsWith('mcp:')) return 'failed';
  const ran = decision.decision === 'accept';
  if (!ran && (REFUSED.test(content) || DENIED.test(content))) return 'rejected';
  return CANCELLED.test(content) ? 'interrupted' : 'failed';
}

const sourceOf = (decision: ForeignRecord): string =>
  textOrEmpty(decision.source) || textOrEmpty(into(decision, 'source', 'type'));

/** What the person gave as the reason of a refusal, in their own words. */
function reasonOf(entry: ForeignRecord, content: string): string | undefined {
  const given = textOrEmpty(entry.userFeedback) || (content.split('the user said:')[1] ?? '');
  // Some versions add a remark for the model below the person's words.
  const words = given.split('\n\nNote: ')[0]!.trim();
  return words === '' ? undefined : words;
}

function exitCode(content: string, call: PendingCall, outcome: Outcome, raw: unknown): number | null {
  if (call.tool !== 'run') return null;
  const told = /^(?:Error: )?Exit code (\d{1,10})\b/.exec(content)?.[1];
  if (told !== undefined) return number(Number(told));
  const { interrupted, backgroundTaskId, returnCodeInterpretation } = record(raw);
  const isOver = interrupted === false && !backgroundTaskId && !returnCodeInterpretation;
  return outcome === 'ok' && call.toolName === 'Bash' && isOver ? 0 : null;
}

function touched(call: PendingCall, raw: unknown): RawTouch[] {
  const file = call.files[0];
  if (file === undefined) return call.files;
  if (call.tool === 'read') return [{ ...file, lines: linesRead(raw) ?? file.lines }];
  if (call.tool !== 'edit' && call.tool !== 'write') return call.files;
  const edits = editedLines(raw);
  return edits.length === 0 ? call.files : edits.map((lines) => ({ ...file, lines }));
}

const MAX_EDITS = 32;

/** The lines that were read, as the client tells after the content of the file. */
const linesRead = (result: unknown): RawTouch['lines'] =>
  lineRange(into(result, 'file', 'startLine'), into(result, 'file', 'numLines'));

/** The lines that each hunk of an edit left behind. */
const editedLines = (result: unknown): [from: number, to: number][] =>
  listOrEmpty(into(result, 'structuredPatch'))
    .slice(0, MAX_EDITS)
    .map(record)
    .flatMap(({ newStart, newLines }) => {
      const range = lineRange(newStart, newLines);
      return range === null ? [] : [range];
    });

/** How long the tool took, where the client tells. */
function durationOf(result: unknown): number | null {
  const { totalDurationMs, durationMs, durationSeconds } = record(result);
  const seconds = number(durationSeconds);
  const ms = number(totalDurationMs) ?? number(durationMs) ?? (seconds === null ? null : seconds * 1000);
  return ms === null || ms < 0 ? null : Math.round(ms);
}
