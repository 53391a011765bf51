import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { toRemember } from '@sqrl/base/text/to-remember.ts';
import { asJson, dialectOf } from '../hooks/dialect.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { type HookStep, resultTextOf, type StepEnd } from '../hooks/steps.ts';
import { writesIn, writesOfPatch } from '../hooks/writes.ts';
import { parseIfText } from '../reading/json.ts';
import { filesOfPatch } from '../reading/patch.ts';
import {
  type ForeignRecord,
  firstText,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { EVENTS } from './hook-events.ts';
import { toolOf } from './tools.ts';

/** Cursor, as its documentation has it. It takes words for the agent at the start and after tools alone. */
export const cursorHooks = dialectOf({
  events: EVENTS,
  shows: false,
  most: { characters: 9800, tokens: 2500 },
  answer: (event, { agent, stop }) => {
    if (stop) return asJson({ permission: 'deny', user_message: stop, agent_message: stop });
    return TAKES.has(event) ? asJson({ additional_context: agent }) : '';
  },
  place: (input) => ({
    session: firstText(input, 'conversation_id', 'session_id') ?? '',
    cwd: textOrNull(listOrEmpty(input.workspace_roots)[0]) ?? textOrNull(input.cwd),
  }),
  // Nothing can be said to the agent then: only what is to be remembered matters.
  prompt(input) {
    const text = toRemember(personsPart(textOrEmpty(input.prompt)));
    return text === undefined ? [] : [{ do: 'remember', text }];
  },
  step: (input) => (input.tool_name === undefined ? shellStep(input) : stepOf(input)),
  ended,
  own: {
    // Its sessions may stay open for weeks: each turn is read at its end.
    'turn end': [{ do: 'save', log: null }],
    // Its chats are in a database.
    end: [{ do: 'end', log: null }],
  },
});

const TAKES = new Set(['sessionStart', 'postToolUse', 'postToolUseFailure']);

const shellStep = (input: ForeignRecord): HookStep => ({
  tool: 'run',
  command: textOrNull(input.command),
  files: [],
});

function ended(input: ForeignRecord, event: string): StepEnd {
  const told = parseIfText(input.tool_output);
  const words = textOrNull(input.error_message) ?? (resultTextOf(told) || textOrEmpty(input.tool_output));
  const exitCode = number(record(told).exitCode) ?? number(record(told).exit_code);
  const { tool } = stepOf(input);
  const failed =
    event === 'postToolUseFailure' ||
    (tool === 'run' && (exitCode === null ? looksFailed(words) : exitCode !== 0));
  const refused = input.failure_type === 'permission_denied';
  const interrupted = input.is_interrupt === true;
  const outcome = refused ? 'rejected' : interrupted ? 'interrupted' : failed ? 'failed' : 'ok';
  return { outcome, text: words, exitCode };
}

function stepOf(input: ForeignRecord): HookStep {
  const name = textOrEmpty(input.tool_name);
  const args = record(parseIfText(input.tool_input));
  const path = firstText(args, 'file_path', 'path', 'target_file');
  const tool = NAMES.get(name) ?? toolOf(name);
  const patch = tool === 'edit' ? firstText(args, 'patch', 'input') : null;
  if (patch !== null && path === null) {
    const files = filesOfPatch(patch, textOrNull(input.cwd));
    return { tool, command: null, files, writes: writesOfPatch(patch, files) };
  }
  return {
    tool,
    command: firstText(args, 'command', 'pattern', 'query'),
    files: path === null || tool === 'search' ? [] : [{ path }],
    ...((tool === 'edit' || tool === 'write') && { writes: writesIn(path ?? undefined, args) }),
  };
}

/** Hooks have names of their own for its tools. */
const NAMES = new Map<string, HookStep['tool']>([
  ['Shell', 'run'],
  ['Write', 'edit'],
  ['Read', 'read'],
  ['Grep', 'search'],
]);
