import type { TouchWay } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { commandText } from '../reading/pending.ts';
import {
  countOrNull,
  type ForeignRecord,
  isRecord,
  lineRange,
  listOrEmpty,
  record,
  textOrEmpty,
} from '../reading/record.ts';

type CallDescription = Pick<RawEvent, 'text' | 'command' | 'files'>;

/** Says in a line what a call asks for, and names the command and the files in it. */
export function describeCall(name: string, input: ForeignRecord): CallDescription {
  switch (name) {
    case 'Read':
    case 'NotebookRead':
      return onFile(name, input.file_path ?? input.notebook_path, 'read', asked(input));
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return onFile(name, input.file_path ?? input.notebook_path, 'edit');
    case 'Write':
      return onFile(name, input.file_path, 'write');
    case 'LS':
      return onFile(name, input.path, 'list');
    case 'Grep':
      return search(name, input, 'search');
    case 'Glob':
      return search(name, input, 'list');
    case 'Bash':
    case 'PowerShell':
    case 'Monitor':
      return commanded(name, textOrEmpty(input.command));
    case 'WebFetch':
      return commanded(name, textOrEmpty(input.url), textOrEmpty(input.prompt));
    case 'WebSearch':
    case 'web_search':
    case 'ToolSearch':
      return commanded(name, textOrEmpty(input.query));
    case 'Task':
    case 'Agent':
      return plain(name, textOrEmpty(input.description), textOrEmpty(input.prompt));
    case 'Skill':
      return commanded(
        name,
        [textOrEmpty(input.skill ?? input.command), textOrEmpty(input.args)].filter(Boolean).join(' '),
      );
    case 'AskUserQuestion':
      return plain(name, listOrEmpty(input.questions).map(question).join('\n'));
    case 'TodoWrite':
      return plain(name, listOrEmpty(input.todos).map(todo).join('\n'));
    case 'ExitPlanMode':
      return plain(name, textOrEmpty(input.plan));
    default:
      return plain(name, brief(input));
  }
}

const plain = (name: string, first: string, second = ''): CallDescription => ({
  text: inLine(name, first, second),
  command: null,
  files: [],
});

const commanded = (name: string, command: string, more = ''): CallDescription => ({
  text: inLine(name, command, more),
  command: command === '' ? null : commandText(command),
  files: [],
});

function onFile(
  name: string,
  path: unknown,
  way: TouchWay,
  lines: RawTouch['lines'] = null,
): CallDescription {
  const file = textOrEmpty(path);
  return {
    text: inLine(name, file, ''),
    command: null,
    files: file === '' ? [] : [{ path: file, way, lines }],
  };
}

function inLine(name: string, first: string, second: string): string {
  const joint = first.includes('\n') ? '\n' : ' ';
  return `${name}${first && joint + first}${second && joint + second}`;
}

const asked = (input: ForeignRecord): RawTouch['lines'] =>
  countOrNull(input.limit) === null ? null : lineRange(input.offset ?? 1, input.limit);

function search(name: string, input: ForeignRecord, way: TouchWay): CallDescription {
  const place = textOrEmpty(input.path);
  const described = commanded(name, textOrEmpty(input.pattern), place && `in ${place}`);
  if (place !== '') described.files = [{ path: place, way, lines: null }];
  return described;
}

const question = (asked: unknown): string => textOrEmpty(record(asked).question);

const todo = (item: unknown): string =>
  `- ${textOrEmpty(record(item).content)} (${textOrEmpty(record(item).status)})`;

const MAX_VALUE_CHARS = 300;
const MAX_VALUES = 12;

/** The arguments of a call in short. Not JSON.stringify: somebody else's nesting may be deeper than the stack. */
function brief(input: ForeignRecord): string {
  return Object.entries(input)
    .slice(0, MAX_VALUES)
    .map(([key, value]) => `${key}: ${short(value)}`)
    .join(', ');
}

function short(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? cut(value.join(', ')) : '[…]';
  return isRecord(value) ? '{…}' : cut(String(value));
}

const cut = (value: string): string =>
  value.length <= MAX_VALUE_CHARS ? value : redactedStart(value, MAX_VALUE_CHARS);
