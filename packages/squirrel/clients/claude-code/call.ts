import { COMMAND_KEYS } from '@sqrl/base/model/tool-names.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { type ReadCall, readCall } from '../reading/call.ts';
import { commandText } from '../reading/pending.ts';
import {
  type ForeignRecord,
  firstText,
  isRecord,
  listOrEmpty,
  record,
  textOrEmpty,
} from '../reading/record.ts';

/** Says in a line what a call asks for, and names the command and the files in it. */
export function describeCall(name: string, input: ForeignRecord): ReadCall & { text: string } {
  const call = readCall('claude-code', name, input);
  if (name !== 'Skill') return { ...call, text: lineFor(call, input) };
  const skill = [textOrEmpty(input.skill ?? input.command), textOrEmpty(input.args)]
    .filter(Boolean)
    .join(' ');
  return { ...call, command: skill === '' ? null : commandText(skill), text: inLine(name, skill) };
}

function lineFor({ toolName, command, files }: ReadCall, input: ForeignRecord): string {
  switch (toolName) {
    case 'Task':
    case 'Agent':
      return inLine(toolName, textOrEmpty(input.description), textOrEmpty(input.prompt));
    case 'AskUserQuestion':
      return inLine(toolName, listOrEmpty(input.questions).map(question).join('\n'));
    case 'TodoWrite':
      return inLine(toolName, listOrEmpty(input.todos).map(todo).join('\n'));
    case 'ExitPlanMode':
      return inLine(toolName, textOrEmpty(input.plan));
  }
  const [file] = files;
  if (command === null) return inLine(toolName, file?.path ?? brief(input));
  // The command here may have been cut.
  const whole = firstText(input, ...COMMAND_KEYS) ?? command;
  return inLine(toolName, whole, file ? `in ${file.path}` : textOrEmpty(input.prompt));
}

function inLine(name: string, first: string, second = ''): string {
  const joint = first.includes('\n') ? '\n' : ' ';
  return `${name}${first && joint + first}${second && joint + second}`;
}

const question = (asked: unknown): string => textOrEmpty(record(asked).question);

const todo = (item: unknown): string =>
  `- ${textOrEmpty(record(item).content)} (${textOrEmpty(record(item).status)})`;

const MAX_VALUE_CHARS = 300;
const MAX_VALUES = 12;

/** The arguments of a call in short. Not JSON.stringify: somebody else's nesting may be deeper than the stack. */
const brief = (input: ForeignRecord): string =>
  Object.entries(input)
    .slice(0, MAX_VALUES)
    .map(([key, value]) => `${key}: ${short(value)}`)
    .join(', ');

function short(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? cut(value.join(', ')) : '[…]';
  return isRecord(value) ? '{…}' : cut(String(value));
}

const cut = (value: string): string =>
  value.length <= MAX_VALUE_CHARS ? value : redactedStart(value, MAX_VALUE_CHARS);
