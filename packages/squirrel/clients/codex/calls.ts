import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { answersById, answersText, questionsIn } from '../reading/answers.ts';
import { parseJson } from '../reading/json.ts';
import { filesOfPatch, isPatch } from '../reading/patch.ts';
import { pathIn } from '../reading/paths.ts';
import type { PendingCall } from '../reading/pending.ts';
import { commandText } from '../reading/pending.ts';
import {
  type ForeignRecord,
  firstText,
  isRecord,
  lineRange,
  listOrEmpty,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { mcp } from '../reading/tools.ts';
import { plainPath } from './paths.ts';
import { toolOf } from './tools.ts';

/** A tool call as the model made it. */
type ModelCall = Omit<PendingCall, 'at'> & { id: string | null; text: string };

/** Reads a call out of a response item of any of the types that calls have; undefined for other items. */
export function readCall(item: ForeignRecord, cwd: string | null): ModelCall | undefined {
  const id = textOrNull(item.call_id) ?? textOrNull(item.id);
  switch (item.type) {
    case 'function_call': {
      const input = textOrEmpty(item.arguments);
      return { id, ...asked(fullName(item), argumentsOf(input), cwd), text: input };
    }
    case 'custom_tool_call': {
      const input = textOrEmpty(item.input);
      return { id, ...asked(fullName(item), { input }, cwd), text: input };
    }
    case 'local_shell_call': {
      const action = record(item.action);
      const made = asked('local_shell', { ...action, workdir: action.working_directory }, cwd);
      return { id, ...made, text: made.command ?? '' };
    }
    case 'tool_search_call': {
      const input = record(item.arguments);
      return { id, ...asked('tool_search', input, cwd), text: JSON.stringify(input) };
    }
    default:
      return undefined;
  }
}

/** What a command line says, without the shell that was started for it. */
export function commandOf(command: unknown): string | null {
  if (typeof command === 'string') return command === '' ? null : commandText(command);
  const words = listOrEmpty(command).map(textOrEmpty);
  if (words.length === 0) return null;
  const [shell = '', flag = '', script] = words;
  const inShell = /(^|[/\\])(bash|sh|zsh|dash|fish|pwsh|powershell|cmd)(\.exe)?$/i.test(shell);
  if (inShell && script !== undefined && /^([-/][a-z]*c|-Command)$/i.test(flag)) return commandText(script);
  return commandText(words.join(' '));
}

// The names of an MCP server and its tool came in one name once, and come apart today. Codex has spaces of its own too.
const fullName = (item: ForeignRecord): string =>
  textOrEmpty(item.namespace).startsWith('mcp__')
    ? `${item.namespace}__${textOrEmpty(item.name)}`
    : textOrEmpty(item.name);

function asked(toolName: string, input: ForeignRecord, cwd: string | null): Omit<ModelCall, 'id' | 'text'> {
  const command = commandOf(input.cmd ?? input.command);
  const folder =
    textOrNull(input.workdir) === null ? cwd : pathIn(cwd, plainPath(textOrEmpty(input.workdir)));
  const patch = textOrNull(input.input) ?? rawCommand(input);
  // Models were taught to run `apply_patch` in a shell before it became a tool.
  const patches =
    isPatch(patch) && (toolName === 'apply_patch' || /^\s*(cd [^\n]*&& *)?apply_patch\b/.test(patch));
  if (patches) return { tool: 'edit', toolName, command: null, files: filesOfPatch(patch, folder) };
  return {
    tool: toolOfName(toolName),
    toolName,
    command:
      command ??
      firstText(input, 'query', 'pattern', 'url') ??
      (toolName === ASKS ? textOrNull(askedLines(input)) : null),
    files: filesOf(toolName, input, folder),
  };
}

const ASKS = 'request_user_input';

/** A question a line, with its id: the answers name no more than that. */
const askedLines = (input: ForeignRecord): string =>
  questionsIn(input)
    .map(({ id, question }) => `${id}: ${question.replace(/\s+/g, ' ')}`)
    .join('\n');

/** What a person answered, with the questions of the call; undefined for other calls. */
export function answeredCall(
  { toolName, command }: Pick<PendingCall, 'toolName' | 'command'>,
  output: string,
) {
  if (toolName !== ASKS || command === null) return undefined;
  const answers = answersById(output);
  return answersText(
    command.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(at + 2), answers.get(line.slice(0, at)) ?? ''];
    }),
  );
}

const rawCommand = (input: ForeignRecord): string => {
  const command = input.cmd ?? input.command;
  if (typeof command === 'string') return command;
  const words = listOrEmpty(command).map(textOrEmpty);
  return words[0] === 'apply_patch' ? words.join(' ') : (words.at(-1) ?? '');
};

function toolOfName(name: string): PendingCall['tool'] {
  const known = toolOf(name);
  if (known !== 'other') return known;
  const [, server, tool] = /^(.+?)__(.+)$/s.exec(name) ?? [];
  return server && tool ? mcp(server, tool) : 'other';
}

function filesOf(toolName: string, input: ForeignRecord, folder: string | null): RawTouch[] {
  const path = textOrNull(input.file_path) ?? textOrNull(input.path) ?? textOrNull(input.dir_path);
  if (path === null) return [];
  const at = pathIn(folder, plainPath(path));
  switch (toolName) {
    case 'read_file':
    case 'view_image':
      return [{ path: at, way: 'read', lines: lineRange(input.offset, input.limit) }];
    case 'list_dir':
      return [{ path: at, way: 'list', lines: null }];
    case 'grep_files':
      return [{ path: at, way: 'search', lines: null }];
    default:
      return [];
  }
}

function argumentsOf(input: string): ForeignRecord {
  const told = input.startsWith('{') ? parseJson(Buffer.from(input)) : undefined;
  return isRecord(told) ? told : { input };
}
