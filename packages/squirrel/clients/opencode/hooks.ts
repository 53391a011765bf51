import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { asJson, dialectOf, type HookAction, promptOf } from '../hooks/dialect.ts';
import type { HookStep } from '../hooks/steps.ts';
import { readStep } from '../reading/call.ts';
import {
  type ForeignRecord,
  into,
  isRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';

/**
 * opencode, through our plugin inside of it, which hands in what its hooks get as `{ directory, input, output }` and puts
 * the `context` of an answer where it belongs; a `message` it shows to the person, and a call with `stop` it refuses.
 */
export const opencodeHooks = dialectOf({
  client: 'opencode',
  shows: true,
  most: { characters: 20_000, tokens: 5000 },
  answer: (event, { agent, person, stop }) =>
    asJson({
      stop: stop ?? '',
      context: event.startsWith('tool.') ? reminder(agent) : ENDS.has(event) ? '' : agent,
      message: person,
    }),
  place: (given) => ({
    session: textOrEmpty(record(given.input).sessionID),
    cwd: textOrNull(given.directory),
  }),
  prompt(given) {
    // Our plugin hands on what was typed behind the command; the message is the command's text, which anybody can paste.
    const { remember, isBriefed } = record(given.input);
    const text = textOrEmpty(remember).trim();
    const actions =
      text === '' ? promptOf(typed(record(given.output))) : [BRIEF, { do: 'remember' as const, text }];
    // It has no place at the start of a session where something could be said.
    return isBriefed === true && actions.length > 0 ? [FORK, ...actions] : actions;
  },
  step: stepOf,
  ended(given) {
    const exitCode = number(into(given, 'output', 'metadata', 'exit'));
    const text =
      textOrNull(into(given, 'output', 'metadata', 'output')) ?? textOrEmpty(into(given, 'output', 'output'));
    return { outcome: exitCode === null || exitCode === 0 ? 'ok' : 'failed', text, exitCode };
  },
  own: {
    compaction: [
      { do: 'save', log: null },
      { do: 'tell', moment: { point: 'session start', because: 'compaction' } },
    ],
  },
});

const ENDS = new Set(['session.idle', 'dispose']);

/** What is added to a tool's answer stands in its log; between these it is known to be no tool's. */
const reminder = (words: string): string =>
  words === '' ? '' : `<system-reminder>\n${words}\n</system-reminder>`;

const BRIEF: HookAction = { do: 'brief' };

/** A session that has a brief before it, taken up again or copied from another one. */
const FORK: HookAction = { do: 'tell', moment: { point: 'session start', because: 'fork' } };

/** What the person typed; the client, and plugins as ours, say things in their name. */
const typed = (output: ForeignRecord): string =>
  listOrEmpty(output.parts)
    .filter(isRecord)
    .filter((part) => part.type === 'text' && part.synthetic !== true)
    .map((part) => personsPart(textOrEmpty(part.text)))
    .filter(Boolean)
    .join('\n');

function stepOf(given: ForeignRecord): HookStep {
  const args = record(into(given, 'output', 'args') ?? into(given, 'input', 'args'));
  return readStep('opencode', textOrEmpty(into(given, 'input', 'tool')), args, textOrNull(given.directory));
}
