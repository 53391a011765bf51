import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { asJson, denial, dialectOf, promptActions } from '../hooks/dialect.ts';
import type { HookStep } from '../hooks/steps.ts';
import { writesIn } from '../reading/call.ts';
import { parseIfText } from '../reading/json.ts';
import { type ForeignRecord, isRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { readCopilotCall, readCopilotEnd } from './calls.ts';

/** Copilot CLI. Its answers are flat, and it has no place for words to the person. */
export const copilotHooks = dialectOf({
  client: 'copilot',
  shows: false,
  most: { characters: 9800, tokens: 2500 },
  answer: (event, { agent, stop }) =>
    stop ? asJson(denial(stop)) : event === 'sessionEnd' ? '' : asJson({ additionalContext: agent }),
  forgets: true,
  prompt: (input) => promptActions(personsPart(textOrEmpty(input.prompt))),
  step: stepOf,
  ended(input, event) {
    const result = record(input.toolResult);
    const kind = textOrEmpty(result.resultType);
    const words =
      textOrNull(result.textResultForLlm) ??
      textOrNull(record(input.error).message) ??
      textOrEmpty(input.error);
    const success = event === 'postToolUse' && !/^(failure|error)/.test(kind);
    const refused = /^(denied|rejected)/.test(kind) ? 'denied' : undefined;
    return readCopilotEnd({ success, result: { content: words }, error: { message: words } }, refused);
  },
});

function stepOf(input: ForeignRecord): HookStep {
  const given = parseIfText(input.toolArgs);
  const args = isRecord(given) ? given : { input: input.toolArgs };
  const step = readCopilotCall(textOrEmpty(input.toolName), { arguments: args }, textOrNull(input.cwd));
  return { ...step, writes: writesIn(step, args) };
}
