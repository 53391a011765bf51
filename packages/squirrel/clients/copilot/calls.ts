import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { type ReadCall, readCall } from '../reading/call.ts';
import { changedLines } from '../reading/diff.ts';
import { parseIfText } from '../reading/json.ts';
import {
  type ForeignRecord,
  isRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { mcp } from '../reading/tools.ts';

export function readCopilotCall(name: string, call: ForeignRecord, folder: string | null = null): ReadCall {
  const [server, tool] = [textOrNull(call.mcpServerName), textOrNull(call.mcpToolName)];
  const given = parseIfText(call.arguments);
  const args = isRecord(given) ? given : { input: call.arguments };
  // The editor of older versions had one tool, and its commands under this name.
  const asked = readCall(
    'copilot',
    name === 'str_replace_editor' ? textOrEmpty(args.command) : name,
    args,
    folder,
  );
  return { ...asked, toolName: name, ...(server !== null && tool !== null && { tool: mcp(server, tool) }) };
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
