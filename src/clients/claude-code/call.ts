import type { Way } from '../../model/event.ts';
import type { RawEvent, RawTouch } from '../../model/reader.ts';
import { redactedStart } from '../../redact/shorten.ts';
import { commandText } from '../reading/pending.ts';
import { count, type Foreign, isRecord, lineRange, list, record, text } from '../reading/record.ts';

type Described = Pick<RawEvent, 'text' | 'command' | 'files'>;

/** Says in a line what a call asks for, and names the command and the files in it. */
export function describeCall(name: string, input: Foreign): Described {
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
      return commanded(name, text(input.command));
    case 'WebFetch':
      return commanded(name, text(input.url), text(input.prompt));
    case 'WebSearch':
    case 'web_search':
    case 'ToolSearch':
      return commanded(name, text(input.query));
    case 'Task':
    case 'Agent':
      return plain(name, text(input.description), text(input.prompt));
    case 'Skill':
      return commanded(
        name,
        [text(input.skill ?? input.command), text(input.args)].filter(Boolean).join(' '),
      );
    case 'AskUserQuestion':
      return plain(name, list(input.questions).map(question).join('\n'));
    case 'TodoWrite':
      return plain(name, list(input.todos).map(todo).join('\n'));
    case 'ExitPlanMode':
      return plain(name, text(input.plan));
    default:
      return plain(name, brief(input));
  }
}

const plain = (name: string, first: string, second = ''): Described => ({
  text: inLine(name, first, second),
  command: null,
  files: [],
});

const commanded = (name: string, command: string, more = ''): Described => ({
  text: inLine(name, command, more),
  command: command === '' ? null : commandText(command),
  files: [],
});

function onFile(name: string, path: unknown, way: Way, lines: RawTouch['lines'] = null): Described {
  const file = text(path);
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

const asked = (input: Foreign): RawTouch['lines'] =>
  count(input.limit) === null ? null : lineRange(input.offset ?? 1, input.limit);

function search(name: string, input: Foreign, way: Way): Described {
  const place = text(input.path);
  const described = commanded(name, text(input.pattern), place && `in ${place}`);
  if (place !== '') described.files = [{ path: place, way, lines: null }];
  return described;
}

const question = (asked: unknown): string => text(record(asked).question);

const todo = (item: unknown): string => `- ${text(record(item).content)} (${text(record(item).status)})`;

const LONGEST_VALUE = 300;
const MOST_VALUES = 12;

/** The arguments of a call in short. Not JSON.stringify: somebody else's nesting may be deeper than the stack. */
function brief(input: Foreign): string {
  return Object.entries(input)
    .slice(0, MOST_VALUES)
    .map(([key, value]) => `${key}: ${short(value)}`)
    .join(', ');
}

function short(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? cut(value.join(', ')) : '[…]';
  return isRecord(value) ? '{…}' : cut(String(value));
}

const cut = (value: string): string =>
  value.length <= LONGEST_VALUE ? value : redactedStart(value, LONGEST_VALUE);
