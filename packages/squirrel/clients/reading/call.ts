import type { Tool, TouchWay } from '@sqrl/base/model/event.ts';
import type { MomentWrite } from '@sqrl/base/model/moment.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { COMMAND_KEYS, COMMANDED, PATH_KEYS } from '@sqrl/base/model/tool-names.ts';
import { askedLines } from './answers.ts';
import { lineCount } from './diff.ts';
import { filesOfPatch, isPatch, writesOfPatch } from './patch.ts';
import { pathIn } from './paths.ts';
import { commandText } from './pending.ts';
import {
  countOrNull,
  type ForeignRecord,
  firstText,
  lineRange,
  listOrEmpty,
  record,
  textOrEmpty,
} from './record.ts';
import { type ToolClient, toolOf } from './tools.ts';

export interface ReadCall {
  tool: Tool;
  toolName: string;
  command: string | null;
  files: RawTouch[];
}

/** Clients whose results name the questions that a person answered by a number, or not at all. */
const ASKS_BY_NUMBER: ReadonlySet<ToolClient> = new Set(['codex', 'gemini', 'copilot']);

/** Reads a call of a tool; paths are made absolute where the folder is known that they were said in. */
export function readCall(
  client: ToolClient,
  toolName: string,
  args: ForeignRecord,
  folder: string | null = null,
): ReadCall {
  const tool = toolOf(client, toolName);
  const patch = patchIn(tool, args);
  if (patch !== null) return { tool: 'edit', toolName, command: null, files: filesOfPatch(patch, folder) };
  const asked = tool === 'ask' && ASKS_BY_NUMBER.has(client) ? askedLines(args) : '';
  const said = COMMANDED.has(tool) || tool === 'plan' ? commandIn(args) : asked;
  return {
    tool,
    toolName,
    command: said === '' ? null : commandText(said),
    files: filesIn(client, tool, toolName, args).map((file) => ({
      ...file,
      path: pathIn(folder, file.path),
    })),
  };
}

/** A call that is about to be made, with what it writes. */
export function readStep(...call: Parameters<typeof readCall>): ReadCall & { writes: MomentWrite[] } {
  const step = readCall(...call);
  return { ...step, writes: writesIn(step, call[2]) };
}

export function writesIn(
  { tool, files }: Pick<ReadCall, 'tool' | 'files'>,
  args: ForeignRecord,
): MomentWrite[] {
  const patch = patchIn(tool, args);
  if (patch !== null) return writesOfPatch(patch, files);
  const path = files[0]?.path;
  if (path === undefined || (tool !== 'edit' && tool !== 'write')) return [];
  return [args, ...listOrEmpty(args.edits).slice(0, MAX_EDITS).map(record)].flatMap((edit) => {
    const text = firstText(edit, ...TEXT_KEYS);
    const replaced = firstText(edit, 'old_string', 'oldString', 'old_str');
    return text === null
      ? []
      : { path, text: cut(text), ...(replaced !== null && { replaced: cut(replaced) }) };
  });
}

const MAX_EDITS = 64;
const MAX_TEXT_CHARS = 200_000;
const cut = (text: string): string => text.slice(0, MAX_TEXT_CHARS);

const TEXT_KEYS = [
  'new_string',
  'newString',
  'new_str',
  'new_source',
  'content',
  'contents',
  'file_text',
  'insert_line_text',
];

/** Models were taught to run `apply_patch` in a shell before it became a tool. */
function patchIn(tool: Tool, args: ForeignRecord): string | null {
  const text = firstText(args, 'patchText', 'patch', 'input') ?? lastWord(args.cmd ?? args.command);
  const isMeant = tool === 'edit' || /^\s*(?:cd [^\n]*&& *)?apply_patch\b/.test(text);
  return isPatch(text) && isMeant ? text : null;
}

function lastWord(command: unknown): string {
  const words = listOrEmpty(command).map(textOrEmpty);
  return words[0] === 'apply_patch' ? words.join(' ') : (words.at(-1) ?? textOrEmpty(command));
}

const commandIn = (args: ForeignRecord): string =>
  firstText(args, ...COMMAND_KEYS) ?? commandLine(args.cmd ?? args.command);

/** What a command line of words says, without the shell that was started for it. */
export function commandLine(command: unknown): string {
  const words = listOrEmpty(command).map(textOrEmpty);
  const [shell = '', flag = '', script] = words;
  const inShell = /(^|[/\\])(bash|sh|zsh|dash|fish|pwsh|powershell|cmd)(\.exe)?$/i.test(shell);
  const runs = inShell && script !== undefined && /^([-/][a-z]*c|-Command)$/i.test(flag);
  return runs ? script : words.join(' ');
}

const WAYS: Partial<Record<Tool, TouchWay>> = {
  read: 'read',
  edit: 'edit',
  write: 'write',
  search: 'search',
  list: 'list',
};

function filesIn(client: ToolClient, tool: Tool, toolName: string, args: ForeignRecord): RawTouch[] {
  const way = toolName === 'delete_file' ? 'delete' : WAYS[tool];
  if (way === undefined) return [];
  const path = firstText(args, ...PATH_KEYS);
  if (path !== null) return [{ path, way, lines: linesIn(client, way, args) }];
  // Gemini CLI has a tool for several files, and for patterns of them.
  return [...listOrEmpty(args.paths), ...listOrEmpty(args.include)]
    .map(textOrEmpty)
    .filter((each) => each !== '' && !/[*?{]/.test(each))
    .map((each) => ({ path: each, way, lines: null }));
}

/** Clients whose offsets count from 0. */
const FROM_ZERO: ReadonlySet<ToolClient> = new Set(['gemini', 'opencode']);

/** The lines that a call asks to read, or that it writes. */
function linesIn(client: ToolClient, way: TouchWay, args: ForeignRecord): RawTouch['lines'] {
  if (way === 'write') {
    const lines = lineCount(firstText(args, 'content', 'contents', 'file_text') ?? '');
    return lines === 0 ? null : [1, lines];
  }
  if (way !== 'read') return null;
  const [first, last] = listOrEmpty(args.view_range);
  const from = countOrNull(
    first ?? args.start_line ?? args.start_line_one_indexed ?? args.startLineOneIndexed,
  );
  const to = countOrNull(
    last ?? args.end_line ?? args.end_line_one_indexed_inclusive ?? args.endLineOneIndexedInclusive,
  );
  if (to) return [Math.max(from ?? 1, 1), Math.max(to, from ?? 1)];
  if (countOrNull(args.limit) === null) return null;
  return lineRange(
    (countOrNull(args.offset) ?? (FROM_ZERO.has(client) ? 0 : 1)) + (FROM_ZERO.has(client) ? 1 : 0),
    args.limit,
  );
}
