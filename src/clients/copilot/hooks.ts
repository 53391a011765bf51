import { personsPart } from '../../base/text/persons-part.ts';
import { filesOfPatch, isPatch } from '../codex/patch.ts';
import {
  asJson,
  type Dialect,
  denial,
  forgetfulStartReason,
  type HookAction,
  withBrief,
} from '../hooks/dialect.ts';
import { afterStep, beforeMoment, type HookStep, promptAction } from '../hooks/steps.ts';
import { writesIn, writesOfPatch } from '../hooks/writes.ts';
import { parseIfText } from '../reading/json.ts';
import { type ForeignRecord, isRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { readCopilotCall, readCopilotEnd } from './calls.ts';

/** Copilot CLI. Its answers are flat, and it has no place for words to the person. */
export const copilotHooks: Dialect = {
  shows: false,
  most: { characters: 9800, tokens: 2500 },
  hear(event, input) {
    const session = textOrEmpty(input.sessionId);
    const action = actionOf(event, input);
    return session === '' || !action
      ? undefined
      : { session, cwd: textOrNull(input.cwd), actions: withBrief(action) };
  },
  answer: (event, { agent, stop }) => {
    if (stop) return asJson(denial(stop));
    return TAKES.has(event) ? asJson({ additionalContext: agent }) : '';
  },
};

const TAKES = new Set([
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'subagentStart',
]);

function actionOf(event: string, input: ForeignRecord): HookAction | undefined {
  switch (event) {
    case 'sessionStart':
      return {
        do: 'tell',
        moment: { point: 'session start', because: forgetfulStartReason(textOrEmpty(input.source)) },
      };
    case 'userPromptSubmitted':
      return promptAction(personsPart(textOrEmpty(input.prompt)));
    case 'preToolUse':
      return { do: 'tell', moment: beforeMoment(stepOf(input)) };
    case 'postToolUse':
    case 'postToolUseFailure':
      return { do: 'tell', moment: after(event, input) };
    case 'subagentStart':
      return { do: 'brief subagent', agent: textOrNull(input.agentId) ?? textOrEmpty(input.agentName) };
    // Only earlier versions registered it; the log tells the same.
    case 'preCompact':
      return { do: 'save', log: textOrNull(input.transcriptPath) };
    case 'sessionEnd':
      return { do: 'end', log: textOrNull(input.transcriptPath) };
    default:
      return undefined;
  }
}

function stepOf(input: ForeignRecord): HookStep {
  const args = parseIfText(input.toolArgs);
  const { tool, command, files: named } = readCopilotCall(textOrEmpty(input.toolName), { arguments: args });
  const isChange = tool === 'edit' || tool === 'write';
  const given = textOrEmpty(input.toolArgs);
  const patch =
    textOrNull(record(args).patch) ??
    textOrNull(record(args).input) ??
    (isPatch(given) && !isRecord(args) ? given : null);
  const files = named.length > 0 || patch === null ? named : filesOfPatch(patch, textOrNull(input.cwd));
  const writes = patch === null ? writesIn(files[0]?.path, record(args)) : writesOfPatch(patch, files);
  return { tool: tool ?? 'other', command, files, ...(isChange && { writes }) };
}

function after(event: string, input: ForeignRecord) {
  const result = record(input.toolResult);
  const words =
    textOrNull(result.textResultForLlm) ??
    textOrNull(record(input.error).message) ??
    textOrEmpty(input.error);
  const success = event === 'postToolUse' && !/^(failure|error)/.test(textOrEmpty(result.resultType));
  const refused = /^(denied|rejected)/.test(textOrEmpty(result.resultType)) ? 'denied' : undefined;
  const end = readCopilotEnd({ success, result: { content: words }, error: { message: words } }, refused);
  return afterStep(stepOf(input), end);
}
