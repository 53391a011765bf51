import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { answersOf } from '../reading/answers.ts';
import { type ReadCall, readCall } from '../reading/call.ts';
import { changedLines } from '../reading/diff.ts';
import { type ForeignRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { toolOf } from '../reading/tools.ts';

export function readGeminiCall(call: ForeignRecord): ReadCall {
  const made = readCall('gemini', textOrEmpty(call.name), record(call.args));
  return { ...made, command: made.command ?? urlIn(record(call.args).prompt) };
}

/** How a tool call ended; undefined while it is under way. */
export function readGeminiEnd(call: ForeignRecord) {
  if (!ENDS.has(textOrEmpty(call.status))) return undefined;
  const output = withoutHooks(outputOf(call));
  const exit = /^run_shell_command$|^shell$/i.test(textOrEmpty(call.name)) ? shellEnd(output) : NO_EXIT;
  return {
    text: exit.text ?? answersOf(output, readGeminiCall(call)) ?? output,
    outcome: outcomeOf(call, output, exit),
    exitCode: exit.code,
    files: call.status === 'success' ? filesChanged(call) : undefined,
  };
}

const ENDS = new Set(['success', 'error', 'cancelled', 'canceled']);

/** What hooks put in is no tool's answer and no person's words. */
function withoutHooks(words: string): string {
  const left: string[] = [];
  let rest = words;
  for (;;) {
    const start = rest.indexOf(HOOK_BEGINS);
    const end = start < 0 ? -1 : rest.indexOf(HOOK_ENDS, start);
    if (end < 0) return [...left, rest].join('\n').trimEnd();
    const before = rest.slice(0, start).trimEnd();
    if (before !== '') left.push(before);
    rest = rest.slice(end + HOOK_ENDS.length).trimStart();
  }
}

const HOOK_BEGINS = '<hook_context>';
const HOOK_ENDS = '</hook_context>';

interface GeminiExit {
  code: number | null;
  failed: boolean;
  text?: string;
}

const NO_EXIT: GeminiExit = { code: null, failed: false };

// A shell's answer ends with lines about its end; what looks like them further up was printed by the program itself.
const SHELL_END =
  /(?:\nError: (?!\(none\))(?<error>[^\n]+)|\nError: \(none\))?(?:\nExit Code: (?<code>-?\d+|\(none\)))?(?:\nSignal: (?<signal>[^\n]+))?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?\s*(?:<\/untrusted_context>\s*)?$/;

function shellEnd(output: string): GeminiExit {
  const from = Math.max(0, output.length - 4000);
  const found = SHELL_END.exec(output.slice(from));
  const { code, signal, error } = found?.groups ?? {};
  const exited = code !== undefined && code !== '(none)' ? Number(code) : null;
  const killed = signal !== undefined && signal !== '(none)' && signal !== '0';
  const head = /^\s*(<untrusted_context>\s*)?(Command: [^\n]*\nDirectory: [^\n]*\n)?(Stdout|Output): ?/.exec(
    output,
  );
  const told = head !== null && found !== null;
  return {
    // Success is not worth a line to newer versions.
    code: exited ?? (told && !killed && error === undefined && code === undefined ? 0 : null),
    failed: (exited ?? 0) !== 0 || killed || (error !== undefined && exited === null),
    ...(told && { text: output.slice(head[0].length, from + found.index) }),
  };
}

function outcomeOf(call: ForeignRecord, output: string, exit: GeminiExit): Outcome {
  const start = output.slice(0, 500);
  if (call.status !== 'success' && call.status !== 'error') {
    return /den(y|ied)|did not allow|not approved|rejected/i.test(start) ? 'rejected' : 'interrupted';
  }
  if (/^(<untrusted_context>\s*)?Command was cancelled by user/i.test(start)) return 'interrupted';
  if (/^User (rejected|denied|cancelled the plan)/.test(start)) return 'rejected';
  if (call.status === 'error' && (/denied by policy/i.test(start) || isWithheld(call, start)))
    return 'rejected';
  return call.status === 'error' || exit.failed ? 'failed' : 'ok';
}

// Where nobody is there to be asked, the client takes its own tools that need leave away and denies knowing them.
const isWithheld = (call: ForeignRecord, start: string): boolean =>
  /^Tool "[^"]+" not found/.test(start) && OF_ITS_OWN.has(toolOf('gemini', textOrEmpty(call.name)));

const OF_ITS_OWN: ReadonlySet<string> = new Set(['edit', 'write', 'run', 'fetch']);

function outputOf(call: ForeignRecord): string {
  const parts = Array.isArray(call.result) ? call.result : [call.result];
  const told = parts.map((part) => {
    const { output, error, content } = record(record(record(part).functionResponse).response);
    return textOrNull(output) ?? textOrNull(error) ?? textOrNull(content) ?? textOrEmpty(record(part).text);
  });
  const words = told.filter((word) => word !== '').join('\n');
  return words || textOrEmpty(call.resultDisplay);
}

function filesChanged(call: ForeignRecord): RawTouch[] | undefined {
  const shown = record(call.resultDisplay);
  const path = textOrNull(shown.filePath) ?? textOrNull(record(call.args).file_path);
  if (path === null || textOrNull(shown.fileDiff) === null) return undefined;
  return [
    {
      path,
      way: shown.isNewFile === true ? 'write' : 'edit',
      lines: changedLines(textOrEmpty(shown.fileDiff)),
    },
  ];
}

const urlIn = (prompt: unknown): string | null =>
  textOrNull(/https?:\/\/[^\s"'<>)]+/.exec(textOrEmpty(prompt))?.[0]);
