import type { Outcome } from '../../model/event.ts';
import type { RawTouch } from '../../model/reader.ts';
import { changedLines, lineCount } from '../reading/diff.ts';
import { commandText } from '../reading/pending.ts';
import { count, type Foreign, lineRange, list, record, said, text } from '../reading/record.ts';
import { toolOf } from './tools.ts';

/** What a tool call of Gemini's was about. */
export function readAsked(call: Foreign) {
  const toolName = text(call.name);
  const input = record(call.args);
  const command =
    said(input.command) ??
    said(input.pattern) ??
    said(input.query) ??
    said(input.url) ??
    urlsOf(input.prompt);
  return {
    tool: toolOf(toolName),
    toolName,
    command: command === null ? null : commandText(command),
    files: filesOf(toolName, input),
  };
}

/** How a tool call ended; undefined while it is under way. */
export function readEnd(call: Foreign) {
  if (!ENDS.has(text(call.status))) return undefined;
  const output = withoutHooks(outputOf(call));
  const exit = /^run_shell_command$|^shell$/i.test(text(call.name)) ? shellEnd(output) : NO_EXIT;
  return {
    text: exit.text ?? output,
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

interface Exit {
  code: number | null;
  failed: boolean;
  text?: string;
}

const NO_EXIT: Exit = { code: null, failed: false };

// A shell's answer ends with lines about its end; what looks like them further up was printed by the program itself.
const SHELL_END =
  /(?:\nError: (?!\(none\))(?<error>[^\n]+)|\nError: \(none\))?(?:\nExit Code: (?<code>-?\d+|\(none\)))?(?:\nSignal: (?<signal>[^\n]+))?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?\s*(?:<\/untrusted_context>\s*)?$/;

function shellEnd(output: string): Exit {
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

function outcomeOf(call: Foreign, output: string, exit: Exit): Outcome {
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
const isWithheld = (call: Foreign, start: string): boolean =>
  /^Tool "[^"]+" not found/.test(start) && OF_ITS_OWN.has(toolOf(text(call.name)));

const OF_ITS_OWN: ReadonlySet<string> = new Set(['edit', 'write', 'run', 'fetch']);

function outputOf(call: Foreign): string {
  const parts = Array.isArray(call.result) ? call.result : [call.result];
  const told = parts.map((part) => {
    const { output, error, content } = record(record(record(part).functionResponse).response);
    return said(output) ?? said(error) ?? said(content) ?? text(record(part).text);
  });
  const words = told.filter((word) => word !== '').join('\n');
  return words || text(call.resultDisplay);
}

function filesOf(toolName: string, input: Foreign): RawTouch[] {
  const path = said(input.file_path) ?? said(input.absolute_path) ?? said(input.dir_path) ?? said(input.path);
  const one = (way: RawTouch['way'], lines: RawTouch['lines'] = null): RawTouch[] =>
    path === null ? [] : [{ path, way, lines }];
  switch (toOld(toolName)) {
    case 'read_file':
      return one('read', readLines(input));
    case 'write_file': {
      const lines = lineCount(text(input.content));
      return one('write', lines === 0 ? null : [1, lines]);
    }
    case 'replace':
      return one('edit');
    case 'list_directory':
      return one('list');
    case 'grep_search':
    case 'glob':
      return one('search');
    case 'read_many_files':
      return [...list(input.paths), ...list(input.include)]
        .filter((each) => said(each) && !/[*?{]/.test(text(each)))
        .map((each) => ({ path: text(each), way: 'read', lines: null }));
    default:
      return [];
  }
}

const toOld = (name: string): string =>
  ({ edit: 'replace', search_file_content: 'grep_search', ls: 'list_directory' })[name] ?? name;

// From 0.30 lines are counted from 1 and the last is named; before, a number of lines to skip and one to read.
function readLines(input: Foreign): RawTouch['lines'] {
  const [from, to] = [count(input.start_line), count(input.end_line)];
  if (to !== null && to > 0) return [Math.max(from ?? 1, 1), Math.max(to, from ?? 1)];
  const skip = count(input.offset);
  return count(input.limit) === null ? null : lineRange((skip ?? 0) + 1, input.limit);
}

/** What an edit changed, from the diff that was shown to the person. */
function filesChanged(call: Foreign): RawTouch[] | undefined {
  const shown = record(call.resultDisplay);
  const path = said(shown.filePath) ?? said(record(call.args).file_path);
  if (path === null || said(shown.fileDiff) === null) return undefined;
  return [
    { path, way: shown.isNewFile === true ? 'write' : 'edit', lines: changedLines(text(shown.fileDiff)) },
  ];
}

const urlsOf = (prompt: unknown): string | null => said(/https?:\/\/[^\s"'<>)]+/.exec(text(prompt))?.[0]);
