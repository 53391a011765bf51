import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { toRemember } from '@sqrl/base/text/to-remember.ts';
import { asJson, dialectOf } from '../hooks/dialect.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { type HookStep, resultTextOf, type StepEnd } from '../hooks/steps.ts';
import { readStep } from '../reading/call.ts';
import { parseIfText } from '../reading/json.ts';
import {
  type ForeignRecord,
  firstText,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';

/** Cursor, as its documentation has it. It takes words for the agent at the start and after tools alone. */
export const cursorHooks = dialectOf({
  client: 'cursor',
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

const stepOf = (input: ForeignRecord): HookStep =>
  readStep(
    'cursor',
    textOrEmpty(input.tool_name),
    record(parseIfText(input.tool_input)),
    textOrNull(input.cwd),
  );
