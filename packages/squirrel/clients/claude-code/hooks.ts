import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { claudeAnswer, dialectOf, promptActions } from '../hooks/dialect.ts';
import { resultTextOf } from '../hooks/steps.ts';
import { readStep } from '../reading/call.ts';
import { type ForeignRecord, record, textOrEmpty } from '../reading/record.ts';

export const claudeCodeHooks = dialectOf({
  client: 'claude-code',
  shows: true,
  // Beyond 10,000 characters the model gets a file's name and the first 2 kB.
  most: { characters: 9800, tokens: 9800 },
  answer: claudeAnswer,
  // Also called for what background tasks report, which is between a client's tags.
  prompt: (input) => promptActions(personsPart(textOrEmpty(input.prompt))),
  step,
  ended(input, event) {
    if (event === 'PostToolUseFailure') {
      const text = textOrEmpty(input.error);
      const code = /^(?:Error: )?Exit code (\d+)/.exec(text)?.[1];
      const outcome = input.is_interrupt === true ? 'interrupted' : 'failed';
      return { outcome, text, exitCode: code === undefined ? null : Number(code) };
    }
    const response = input.tool_response;
    const outcome = record(response).interrupted === true ? 'interrupted' : 'ok';
    return { outcome, text: step(input).tool === 'run' ? resultTextOf(response) : '', exitCode: null };
  },
});

function step(input: ForeignRecord) {
  return readStep('claude-code', textOrEmpty(input.tool_name), record(input.tool_input));
}
