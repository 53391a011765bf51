import type { Moment } from '../../model/moment.ts';
import { type Dialect, type HookAction, nested, sessionStartReason, withBrief } from '../hooks/dialect.ts';
import { afterwards, promptOf, resultTextOf } from '../hooks/steps.ts';
import { type ForeignRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { readGeminiCall, readGeminiEnd } from './calls.ts';
import { geminiPrompt } from './words.ts';

/** Gemini CLI. It hands on what is said at a start, to a prompt and after a tool, and nothing else. */
export const geminiHooks: Dialect = {
  shows: true,
  most: { characters: 20_000, tokens: 5000 },
  hear(event, input) {
    const session = textOrEmpty(input.session_id);
    const deeds = actionsOf(event, input);
    return session === '' || deeds.length === 0 ? undefined : { session, cwd: textOrNull(input.cwd), deeds };
  },
  answer(event, told) {
    if (event === 'SessionEnd') return '';
    return nested(event, event === 'AfterAgent' ? { ...told, agent: '' } : told);
  },
};

function actionsOf(event: string, input: ForeignRecord): HookAction[] {
  switch (event) {
    case 'SessionStart':
      return [
        {
          do: 'tell',
          moment: { point: 'session start', because: sessionStartReason(textOrEmpty(input.source)) },
        },
      ];
    case 'BeforeAgent': {
      // A command has become its text by now. Nothing tells ours from a pasted one, so here the agent is asked to remember.
      const moment = promptOf(geminiPrompt(input.prompt));
      return moment ? withBrief({ do: 'tell', moment }) : [];
    }
    case 'AfterTool':
      return afterTool(input).map((moment) => ({ do: 'tell', moment }));
    case 'AfterAgent':
      return [{ do: 'sum up' }];
    case 'SessionEnd':
      return [{ do: 'end', log: textOrNull(input.transcript_path) }];
    default:
      return [];
  }
}

function afterTool(input: ForeignRecord): Moment[] {
  const response = record(input.tool_response);
  const call = { name: input.tool_name, args: input.tool_input };
  const error = textOrNull(record(response.error).message) ?? textOrNull(response.error);
  const end = readGeminiEnd({
    ...call,
    status: error === null ? 'success' : 'error',
    result: [{ functionResponse: { response: { output: error ?? resultTextOf(response.llmContent) } } }],
    resultDisplay: response.returnDisplay,
  });
  const { text: words = '', outcome = 'ok', exitCode = null } = end ?? {};
  return afterwards(readGeminiCall(call), { outcome, text: words, exitCode });
}
