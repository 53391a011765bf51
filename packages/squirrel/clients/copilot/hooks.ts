import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { asJson, denial, dialectOf, promptActions } from '../hooks/dialect.ts';
import type { HookStep } from '../hooks/steps.ts';
import { writesIn, writesOfPatch } from '../hooks/writes.ts';
import { parseIfText } from '../reading/json.ts';
import { filesOfPatch, isPatch } from '../reading/patch.ts';
import {
  type ForeignRecord,
  firstText,
  isRecord,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { readCopilotCall, readCopilotEnd } from './calls.ts';
import { EVENTS } from './hook-events.ts';

/** Copilot CLI. Its answers are flat, and it has no place for words to the person. */
export const copilotHooks = dialectOf({
  events: EVENTS,
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
  const args = parseIfText(input.toolArgs);
  const { tool, command, files: named } = readCopilotCall(textOrEmpty(input.toolName), { arguments: args });
  const isChange = tool === 'edit' || tool === 'write';
  const given = textOrEmpty(input.toolArgs);
  const patch =
    firstText(record(args), 'patch', 'input') ?? (isPatch(given) && !isRecord(args) ? given : null);
  const files = named.length > 0 || patch === null ? named : filesOfPatch(patch, textOrNull(input.cwd));
  const writes = patch === null ? writesIn(files[0]?.path, record(args)) : writesOfPatch(patch, files);
  return { tool: tool ?? 'other', command, files, ...(isChange && { writes }) };
}
