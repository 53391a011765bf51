import { asJson, dialectOf, nestedAnswer, promptOf } from '../hooks/dialect.ts';
import { resultTextOf } from '../hooks/steps.ts';
import { writesIn } from '../reading/call.ts';
import { type ForeignRecord, record, textOrNull } from '../reading/record.ts';
import { readGeminiCall, readGeminiEnd } from './calls.ts';
import { geminiPrompt } from './words.ts';

/** Gemini CLI. It hands on what is said at a start, to a prompt and after a tool, and nothing else. */
export const geminiHooks = dialectOf({
  client: 'gemini',
  shows: true,
  most: { characters: 20_000, tokens: 5000 },
  answer(event, { agent, person, stop }) {
    if (event === 'SessionEnd') return '';
    if (event === 'BeforeTool') return asJson(stop ? { decision: 'deny', reason: stop } : {});
    return nestedAnswer(event, { agent: event === 'AfterAgent' ? '' : unescaped(agent), person });
  },
  forgets: true,
  // A command has become its text by now. Nothing tells ours from a pasted one, so here the agent is asked to remember.
  prompt: (input) => promptOf(geminiPrompt(input.prompt)),
  step(input) {
    const step = readGeminiCall(callIn(input));
    return { ...step, writes: writesIn(step, record(input.tool_input)) };
  },
  ended(input) {
    const response = record(input.tool_response);
    const call = callIn(input);
    const error = textOrNull(record(response.error).message) ?? textOrNull(response.error);
    const end = readGeminiEnd({
      ...call,
      status: error === null ? 'success' : 'error',
      result: [{ functionResponse: { response: { output: error ?? resultTextOf(response.llmContent) } } }],
      resultDisplay: response.returnDisplay,
    });
    const { text = '', outcome = 'ok', exitCode = null } = end ?? {};
    return { step: readGeminiCall(call), outcome, text, exitCode };
  },
});

const callIn = (input: ForeignRecord) => ({ name: input.tool_name, args: input.tool_input });

/** It escapes these signs for HTML, which no model takes for what they were. */
const unescaped = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');
