import { personsPart } from '../../base/text/persons-part.ts';
import { toRemember } from '../../base/text/to-remember.ts';
import type { Moment } from '../../model/moment.ts';
import { asJson, type Deed, type Dialect } from '../hooks/dialect.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { afterwards, type Step, wordsOf } from '../hooks/steps.ts';
import { parseIfText } from '../reading/json.ts';
import { type Foreign, list, number, record, said, text } from '../reading/record.ts';
import { toolOf } from './tools.ts';

/** Cursor, as its documentation has it. It takes words for the agent at the start and after tools alone. */
export const cursor: Dialect = {
  shows: false,
  most: { characters: 9800, tokens: 2500 },
  hear(event, input) {
    const session = said(input.conversation_id) ?? text(input.session_id);
    const deeds = deedsOf(event, input);
    const cwd = said(list(input.workspace_roots)[0]) ?? said(input.cwd);
    return session === '' || deeds.length === 0 ? undefined : { session, cwd, deeds };
  },
  answer: (event, { agent }) => (TAKES.has(event) ? asJson({ additional_context: agent }) : ''),
};

const TAKES = new Set(['sessionStart', 'postToolUse', 'postToolUseFailure']);

function deedsOf(event: string, input: Foreign): Deed[] {
  switch (event) {
    case 'sessionStart':
      return [{ do: 'tell', moment: { point: 'session start', because: 'startup' } }];
    case 'beforeSubmitPrompt':
      return remember(personsPart(text(input.prompt)));
    case 'postToolUse':
    case 'postToolUseFailure':
      return after(event, input).map((moment) => ({ do: 'tell', moment }));
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
function remember(prompt: string): Deed[] {
  const text = toRemember(prompt);
  return text === undefined ? [] : [{ do: 'remember', text }];
}

function after(event: string, input: Foreign): Moment[] {
  const told = parseIfText(input.tool_output);
  const words = said(input.error_message) ?? (wordsOf(told) || text(input.tool_output));
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
  return afterwards(step, { outcome, text: words, exitCode });
}

function stepOf(input: Foreign): Step {
  const name = text(input.tool_name);
  const args = record(parseIfText(input.tool_input));
  const path = said(args.file_path) ?? said(args.path) ?? said(args.target_file);
  const tool = NAMES.get(name) ?? toolOf(name);
  return {
    tool,
    command: said(args.command) ?? said(args.pattern) ?? said(args.query),
    files: path === null || tool === 'search' ? [] : [{ path }],
  };
}

/** Hooks have names of their own for its tools. */
const NAMES = new Map<string, Step['tool']>([
  ['Shell', 'run'],
  ['Write', 'edit'],
  ['Read', 'read'],
  ['Grep', 'search'],
]);
