import type { Moment } from '../../model/moment.ts';
import { type Deed, type Dialect, nested, startOf, withBrief } from '../hooks/dialect.ts';
import { afterwards, promptOf, wordsOf } from '../hooks/steps.ts';
import { type Foreign, record, said, text } from '../reading/record.ts';
import { readAsked, readEnd } from './calls.ts';
import { typedIn } from './words.ts';

/** Gemini CLI. It hands on what is said at a start, to a prompt and after a tool, and nothing else. */
export const gemini: Dialect = {
  shows: true,
  most: { characters: 20_000, tokens: 5000 },
  hear(event, input) {
    const session = text(input.session_id);
    const deeds = deedsOf(event, input);
    return session === '' || deeds.length === 0 ? undefined : { session, cwd: said(input.cwd), deeds };
  },
  answer(event, told) {
    if (event === 'SessionEnd') return '';
    return nested(event, event === 'AfterAgent' ? { ...told, agent: '' } : told);
  },
};

function deedsOf(event: string, input: Foreign): Deed[] {
  switch (event) {
    case 'SessionStart':
      return [{ do: 'tell', moment: { point: 'session start', because: startOf(text(input.source)) } }];
    case 'BeforeAgent': {
      // A command has become its text by now. Nothing tells ours from a pasted one, so here the agent is asked to remember.
      const moment = promptOf(typedIn(input.prompt));
      return moment ? withBrief({ do: 'tell', moment }) : [];
    }
    case 'AfterTool':
      return afterTool(input).map((moment) => ({ do: 'tell', moment }));
    case 'AfterAgent':
      return [{ do: 'sum up' }];
    case 'SessionEnd':
      return [{ do: 'end', log: said(input.transcript_path) }];
    default:
      return [];
  }
}

function afterTool(input: Foreign): Moment[] {
  const response = record(input.tool_response);
  const call = { name: input.tool_name, args: input.tool_input };
  const error = said(record(response.error).message) ?? said(response.error);
  const end = readEnd({
    ...call,
    status: error === null ? 'success' : 'error',
    result: [{ functionResponse: { response: { output: error ?? wordsOf(response.llmContent) } } }],
    resultDisplay: response.returnDisplay,
  });
  const { text: words = '', outcome = 'ok', exitCode = null } = end ?? {};
  return afterwards(readAsked(call), { outcome, text: words, exitCode });
}
