import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { answersText } from '../reading/answers.ts';
import { changedLines, lineCount } from '../reading/diff.ts';
import { commandText, type PendingCall } from '../reading/pending.ts';
import {
  countOrNull,
  type ForeignRecord,
  firstText,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { mcp } from '../reading/tools.ts';
import { toolOf } from './tools.ts';

/** What a tool call of Copilot's was about. */
export function readCopilotCall(name: string, call: ForeignRecord): Omit<PendingCall, 'at'> {
  const [server, tool] = [textOrNull(call.mcpServerName), textOrNull(call.mcpToolName)];
  const input = record(call.arguments);
  const command =
    firstText(input, 'command', 'pattern', 'query', 'url') ??
    (toolOf(name) === 'ask' ? textOrNull(input.question) : null);
  return {
    tool: server !== null && tool !== null ? mcp(server, tool) : toolOf(name),
    toolName: name,
    // The editor of older versions had one tool, and its commands under this name.
    command: command === null || name === 'str_replace_editor' ? null : commandText(command),
    files: filesOf(name, input),
  };
}

/** How a tool call ended. `refused` is what was answered when the person was asked, if they were. */
export function readCopilotEnd(end: ForeignRecord, refused: string | undefined) {
  const result = record(end.result);
  const error = record(end.error);
  const words = textOrNull(result.content) ?? textOrEmpty(error.message);
  const exitCode =
    number(record(end.shellExecution).exitCode) ?? exitIn(textOrNull(result.detailedContent) ?? words);
  return {
    text: withoutHooks(words),
    outcome: outcomeOf(end, error, exitCode, refused),
    exitCode,
    files: end.success === true ? filesEdited(end, textOrEmpty(result.detailedContent)) : [],
  };
}

/** What a person answered, with the question of the call; undefined for other calls. */
export function answeredCopilot({ tool, command }: Pick<PendingCall, 'tool' | 'command'>, words: string) {
  const answer =
    tool === 'ask' ? /^User (?:selected|responded|response): ([\s\S]+)$/.exec(words)?.[1] : undefined;
  return command === null || answer === undefined ? undefined : answersText([[command, answer]]);
}

function outcomeOf(
  end: ForeignRecord,
  error: ForeignRecord,
  exitCode: number | null,
  refused: string | undefined,
): Outcome {
  if (end.success === true) return exitCode === null || exitCode === 0 ? 'ok' : 'failed';
  if (refused !== undefined) return refused === 'cancelled' ? 'interrupted' : 'rejected';
  const code = textOrNull(error.code);
  // Words count only where there is no code: a program may be denied something too.
  if (code === null ? REFUSED.test(textOrEmpty(error.message)) : /^(rejected|denied)/.test(code))
    return 'rejected';
  return /^(abort|cancel|interrupt)/i.test(code ?? textOrEmpty(error.message)) ? 'interrupted' : 'failed';
}

const REFUSED =
  /^Permission to run this tool was denied|\b(rejected|denied|declined) by (the )?user\b|^The user (rejected|denied)/i;

const SHELL_END = /<(?:shellId: \S+ completed with exit code|exited with exit code) (-?\d+)>\s*$/;

function exitIn(words: string): number | null {
  const found = SHELL_END.exec(words.slice(-300));
  return found ? Number(found[1]) : null;
}

// What hooks add to an answer is no tool's.
const withoutHooks = (words: string): string => {
  const hooks = words.search(/\n\nTool "[^"\n]+" (succeeded|failed)\. Additional guidance from \w+ hooks:\n/);
  return hooks < 0 ? words : words.slice(0, hooks);
};

function filesOf(name: string, input: ForeignRecord): RawTouch[] {
  const path = textOrNull(input.path) ?? textOrNull(input.filePath) ?? textOrNull(input.file_path);
  if (path === null) return [];
  const one = (way: RawTouch['way'], lines: RawTouch['lines'] = null): RawTouch[] => [{ path, way, lines }];
  switch (name === 'str_replace_editor' ? textOrEmpty(input.command) : name) {
    case 'view':
    case 'read':
    case 'read_file':
      return one('read', viewed(input));
    case 'create':
    case 'write': {
      const lines = lineCount(textOrNull(input.file_text) ?? textOrEmpty(input.content));
      return one('write', lines === 0 ? null : [1, lines]);
    }
    case 'edit':
    case 'str_replace':
    case 'insert':
      return one('edit');
    case 'grep':
    case 'rg':
    case 'glob':
    case 'search':
      return one('search');
    case 'ls':
    case 'list_directory':
      return one('list');
    default:
      return [];
  }
}

function viewed(input: ForeignRecord): RawTouch['lines'] {
  const [from, to] = listOrEmpty(input.view_range).map(countOrNull);
  return from && to && to >= from ? [from, to] : null;
}

/** What was edited, as Copilot tells it afterwards; the lines stand in the diff that it shows if there is but one. */
function filesEdited(end: ForeignRecord, diff: string): RawTouch[] {
  const edits = listOrEmpty(end.fileEdits)
    .map(record)
    .filter((edit) => textOrNull(edit.path) !== null);
  return edits.map((edit): RawTouch => {
    const way = { create: 'write', delete: 'delete' }[textOrEmpty(edit.kind)] ?? 'edit';
    const lines = edits.length === 1 && way !== 'delete' ? changedLines(diff) : null;
    return { path: textOrEmpty(edit.path), way: way as RawTouch['way'], lines };
  });
}
