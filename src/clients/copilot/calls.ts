import type { Outcome } from '../../model/event.ts';
import type { RawTouch } from '../../model/reader.ts';
import { changedLines, lineCount } from '../reading/diff.ts';
import { type Call, commandText } from '../reading/pending.ts';
import { count, type Foreign, list, number, record, said, text } from '../reading/record.ts';
import { mcp } from '../reading/tools.ts';
import { toolOf } from './tools.ts';

/** What a tool call of Copilot's was about. */
export function readAsked(name: string, call: Foreign): Omit<Call, 'at'> {
  const [server, tool] = [said(call.mcpServerName), said(call.mcpToolName)];
  const input = record(call.arguments);
  const command = said(input.command) ?? said(input.pattern) ?? said(input.query) ?? said(input.url);
  return {
    tool: server !== null && tool !== null ? mcp(server, tool) : toolOf(name),
    toolName: name,
    // The editor of older versions had one tool, and its commands under this name.
    command: command === null || name === 'str_replace_editor' ? null : commandText(command),
    files: filesOf(name, input),
  };
}

/** How a tool call ended. `refused` is what was answered when the person was asked, if they were. */
export function readEnd(end: Foreign, refused: string | undefined) {
  const result = record(end.result);
  const error = record(end.error);
  const words = said(result.content) ?? text(error.message);
  const exitCode =
    number(record(end.shellExecution).exitCode) ?? exitIn(said(result.detailedContent) ?? words);
  return {
    text: withoutHooks(words),
    outcome: outcomeOf(end, error, exitCode, refused),
    exitCode,
    files: end.success === true ? filesEdited(end, text(result.detailedContent)) : [],
  };
}

function outcomeOf(
  end: Foreign,
  error: Foreign,
  exitCode: number | null,
  refused: string | undefined,
): Outcome {
  if (end.success === true) return exitCode === null || exitCode === 0 ? 'ok' : 'failed';
  if (refused !== undefined) return refused === 'cancelled' ? 'interrupted' : 'rejected';
  const code = said(error.code);
  // Words count only where there is no code: a program may be denied something too.
  if (code === null ? REFUSED.test(text(error.message)) : /^(rejected|denied)/.test(code)) return 'rejected';
  return /^(abort|cancel|interrupt)/i.test(code ?? text(error.message)) ? 'interrupted' : 'failed';
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

function filesOf(name: string, input: Foreign): RawTouch[] {
  const path = said(input.path) ?? said(input.filePath) ?? said(input.file_path);
  if (path === null) return [];
  const one = (way: RawTouch['way'], lines: RawTouch['lines'] = null): RawTouch[] => [{ path, way, lines }];
  switch (name === 'str_replace_editor' ? text(input.command) : name) {
    case 'view':
    case 'read':
    case 'read_file':
      return one('read', viewed(input));
    case 'create':
    case 'write': {
      const lines = lineCount(said(input.file_text) ?? text(input.content));
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

function viewed(input: Foreign): RawTouch['lines'] {
  const [from, to] = list(input.view_range).map(count);
  return from && to && to >= from ? [from, to] : null;
}

/** What was edited, as Copilot tells it afterwards; the lines stand in the diff that it shows if there is but one. */
function filesEdited(end: Foreign, diff: string): RawTouch[] {
  const edits = list(end.fileEdits)
    .map(record)
    .filter((edit) => said(edit.path) !== null);
  return edits.map((edit): RawTouch => {
    const way = { create: 'write', delete: 'delete' }[text(edit.kind)] ?? 'edit';
    const lines = edits.length === 1 && way !== 'delete' ? changedLines(diff) : null;
    return { path: text(edit.path), way: way as RawTouch['way'], lines };
  });
}
