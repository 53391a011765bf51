import { personsPart } from '../../base/text/persons-part.ts';
import { toRemember } from '../../base/text/to-remember.ts';
import type { Moment } from '../../model/moment.ts';
import { filesOfPatch } from '../codex/patch.ts';
import { asJson, type Dialect, type HookAction } from '../hooks/dialect.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { afterStep, beforeMoment, type HookStep, resultTextOf } from '../hooks/steps.ts';
import { writesIn, writesOfPatch } from '../hooks/writes.ts';
import { parseIfText } from '../reading/json.ts';
import {
  type ForeignRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { toolOf } from './tools.ts';

/** Cursor, as its documentation has it. It takes words for the agent at the start and after tools alone. */
export const cursorHooks: Dialect = {
  shows: false,
  most: { characters: 9800, tokens: 2500 },
  hear(event, input) {
    const session = textOrNull(input.conversation_id) ?? textOrEmpty(input.session_id);
    const actions = actionsOf(event, input);
    const cwd = textOrNull(listOrEmpty(input.workspace_roots)[0]) ?? textOrNull(input.cwd);
    return session === '' || actions.length === 0 ? undefined : { session, cwd, actions };
  },
  answer: (event, { agent, stop }) => {
    if (stop) return asJson({ permission: 'deny', user_message: stop, agent_message: stop });
    return TAKES.has(event) ? asJson({ additional_context: agent }) : '';
  },
};

const TAKES = new Set(['sessionStart', 'postToolUse', 'postToolUseFailure']);

function actionsOf(event: string, input: ForeignRecord): HookAction[] {
  switch (event) {
    case 'sessionStart':
      return [{ do: 'tell', moment: { point: 'session start', because: 'startup' } }];
    case 'beforeSubmitPrompt':
      return remember(personsPart(textOrEmpty(input.prompt)));
    case 'beforeShellExecution':
      return [{ do: 'tell', moment: beforeMoment(shellStep(input)) }];
    case 'postToolUse':
    case 'postToolUseFailure':
      return [{ do: 'tell', moment: after(event, input) }];
    case 'preCompact':
    case 'stop':
      return [{ do: 'save', log: null }];
    case 'sessionEnd':
      return [{ do: 'end', log: null }];
    default:
      return [];
  }
}

/** Nothing can be said to the agent then: only what is to be remembered matters. */
function remember(prompt: string): HookAction[] {
  const text = toRemember(prompt);
  return text === undefined ? [] : [{ do: 'remember', text }];
}

const shellStep = (input: ForeignRecord): HookStep => ({
  tool: 'run',
  command: textOrNull(input.command),
  files: [],
});

function after(event: string, input: ForeignRecord): Moment {
  const told = parseIfText(input.tool_output);
  const words = textOrNull(input.error_message) ?? (resultTextOf(told) || textOrEmpty(input.tool_output));
  const exitCode = number(record(told).exitCode) ?? number(record(told).exit_code);
  const step = stepOf(input);
  const failed =
    event === 'postToolUseFailure' ||
    (step.tool === 'run' && (exitCode === null ? looksFailed(words) : exitCode !== 0));
  const refused = input.failure_type === 'permission_denied';
  const outcome = refused
    ? 'rejected'
    : input.is_interrupt === true
      ? 'interrupted'
      : failed
        ? 'failed'
        : 'ok';
  return afterStep(step, { outcome, text: words, exitCode });
}

function stepOf(input: ForeignRecord): HookStep {
  const name = textOrEmpty(input.tool_name);
  const args = record(parseIfText(input.tool_input));
  const path = textOrNull(args.file_path) ?? textOrNull(args.path) ?? textOrNull(args.target_file);
  const tool = NAMES.get(name) ?? toolOf(name);
  const patch = tool === 'edit' ? (textOrNull(args.patch) ?? textOrNull(args.input)) : null;
  if (patch !== null && path === null) {
    const files = filesOfPatch(patch, textOrNull(input.cwd));
    return { tool, command: null, files, writes: writesOfPatch(patch, files) };
  }
  return {
    tool,
    command: textOrNull(args.command) ?? textOrNull(args.pattern) ?? textOrNull(args.query),
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
