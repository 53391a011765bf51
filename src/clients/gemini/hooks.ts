import type { Moment } from '../../model/moment.ts';
import {
  asJson,
  type Dialect,
  forgetfulStartReason,
  type HookAction,
  nested,
  withBrief,
} from '../hooks/dialect.ts';
import { afterStep, beforeMoment, type HookStep, promptOf, resultTextOf } from '../hooks/steps.ts';
import { writesIn } from '../hooks/writes.ts';
import { type ForeignRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { readGeminiCall, readGeminiEnd } from './calls.ts';
import { geminiPrompt } from './words.ts';

/** Gemini CLI. It hands on what is said at a start, to a prompt and after a tool, and nothing else. */
export const geminiHooks: Dialect = {
  shows: true,
  most: { characters: 20_000, tokens: 5000 },
  hear(event, input) {
    const session = textOrEmpty(input.session_id);
    const actions = actionsOf(event, input);
    return session === '' || actions.length === 0
      ? undefined
      : { session, cwd: textOrNull(input.cwd), actions };
  },
  answer(event, { agent, person, stop }) {
    if (event === 'SessionEnd') return '';
    if (event === 'BeforeTool') return asJson(stop ? { decision: 'deny', reason: stop } : {});
    return nested(event, { agent: event === 'AfterAgent' ? '' : unescaped(agent), person });
  },
};

/** It escapes these signs for HTML, which no model takes for what they were. */
const unescaped = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

function actionsOf(event: string, input: ForeignRecord): HookAction[] {
  switch (event) {
    case 'SessionStart':
      return [
        {
          do: 'tell',
          moment: { point: 'session start', because: forgetfulStartReason(textOrEmpty(input.source)) },
        },
      ];
    case 'BeforeAgent': {
      // A command has become its text by now. Nothing tells ours from a pasted one, so here the agent is asked to remember.
      const moment = promptOf(geminiPrompt(input.prompt));
      return moment ? withBrief({ do: 'tell', moment }) : [];
    }
    case 'BeforeTool':
      return [{ do: 'tell', moment: beforeMoment(stepOf(input)) }];
    case 'AfterTool':
      return [{ do: 'tell', moment: afterTool(input) }];
    case 'AfterAgent':
      return [{ do: 'sum up' }];
    case 'SessionEnd':
      return [{ do: 'end', log: textOrNull(input.transcript_path) }];
    default:
      return [];
  }
}

/** A call with what it writes. */
function stepOf(input: ForeignRecord): HookStep {
  const step = readGeminiCall(callIn(input));
  const isChange = step.tool === 'edit' || step.tool === 'write';
  return { ...step, ...(isChange && { writes: writesIn(step.files[0]?.path, record(input.tool_input)) }) };
}

const callIn = (input: ForeignRecord) => ({ name: input.tool_name, args: input.tool_input });

function afterTool(input: ForeignRecord): Moment {
  const response = record(input.tool_response);
  const call = callIn(input);
  const error = textOrNull(record(response.error).message) ?? textOrNull(response.error);
  const end = readGeminiEnd({
    ...call,
    status: error === null ? 'success' : 'error',
    result: [{ functionResponse: { response: { output: error ?? resultTextOf(response.llmContent) } } }],
    resultDisplay: response.returnDisplay,
  });
  const { text: words = '', outcome = 'ok', exitCode = null } = end ?? {};
  return afterStep(readGeminiCall(call), { outcome, text: words, exitCode });
}
