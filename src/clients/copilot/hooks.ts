import { personsPart } from '../../base/text/persons-part.ts';
import { asJson, type Deed, type Dialect, startOf, withBrief } from '../hooks/dialect.ts';
import { afterStep, beforeStep, type Step, typedDeed } from '../hooks/steps.ts';
import { parseIfText } from '../reading/json.ts';
import { type Foreign, record, said, text } from '../reading/record.ts';
import { readAsked, readEnd } from './calls.ts';

/** Copilot CLI. Its answers are flat, and it has no place for words to the person. */
export const copilot: Dialect = {
  shows: false,
  most: { characters: 9800, tokens: 2500 },
  hear(event, input) {
    const session = text(input.sessionId);
    const deed = deedOf(event, input);
    return session === '' || !deed ? undefined : { session, cwd: said(input.cwd), deeds: withBrief(deed) };
  },
  answer: (event, { agent }) => (TAKES.has(event) ? asJson({ additionalContext: agent }) : ''),
};

const TAKES = new Set([
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'subagentStart',
]);

function deedOf(event: string, input: Foreign): Deed | undefined {
  switch (event) {
    case 'sessionStart':
      return { do: 'tell', moment: { point: 'session start', because: startOf(text(input.source)) } };
    case 'userPromptSubmitted':
      return typedDeed(personsPart(text(input.prompt)));
    case 'preToolUse':
      return { do: 'tell', moment: beforeStep(stepOf(input)) };
    case 'postToolUse':
    case 'postToolUseFailure':
      return { do: 'tell', moment: after(event, input) };
    case 'subagentStart':
      return { do: 'brief subagent', agent: said(input.agentId) ?? text(input.agentName) };
    case 'preCompact':
      return { do: 'save', log: said(input.transcriptPath) };
    case 'sessionEnd':
      return { do: 'end', log: said(input.transcriptPath) };
    default:
      return undefined;
  }
}

function stepOf(input: Foreign): Step {
  const { tool, command, files } = readAsked(text(input.toolName), {
    arguments: parseIfText(input.toolArgs),
  });
  return { tool: tool ?? 'other', command, files };
}

function after(event: string, input: Foreign) {
  const result = record(input.toolResult);
  const words = said(result.textResultForLlm) ?? said(record(input.error).message) ?? text(input.error);
  const success = event === 'postToolUse' && !/^(failure|error)/.test(text(result.resultType));
  const refused = /^(denied|rejected)/.test(text(result.resultType)) ? 'denied' : undefined;
  const end = readEnd({ success, result: { content: words }, error: { message: words } }, refused);
  return afterStep(stepOf(input), end);
}
