import { personsPart } from '../../base/text/persons-part.ts';
import type { HookAction } from '../hooks/dialect.ts';
import { likeClaudeCode } from '../hooks/like-claude-code.ts';
import { afterStep, beforeMoment, type HookStep, promptAction, resultTextOf } from '../hooks/steps.ts';
import { writesIn } from '../hooks/writes.ts';
import { type ForeignRecord, record, textOrEmpty } from '../reading/record.ts';
import { describeCall } from './call.ts';
import { toolOf } from './tools.ts';

/** Claude Code. */
export const claudeCodeHooks = likeClaudeCode(
  // Beyond 10,000 characters the model gets a file's name and the first 2 kB.
  { characters: 9800, tokens: 9800 },
  actionOf,
);

function actionOf(event: string, input: ForeignRecord): HookAction | undefined {
  switch (event) {
    case 'UserPromptSubmit':
      // Also called for what background tasks report, which is between a client's tags.
      return promptAction(personsPart(textOrEmpty(input.prompt)));
    case 'PreToolUse':
      return { do: 'tell', moment: beforeMoment(stepOf(input)) };
    case 'PostToolUse': {
      const response = input.tool_response;
      const outcome = record(response).interrupted === true ? 'interrupted' : 'ok';
      const words = stepOf(input).tool === 'run' ? resultTextOf(response) : '';
      return { do: 'tell', moment: afterStep(stepOf(input), { outcome, text: words, exitCode: null }) };
    }
    case 'PostToolUseFailure': {
      const words = textOrEmpty(input.error);
      const code = /^(?:Error: )?Exit code (\d+)/.exec(words)?.[1];
      const outcome = input.is_interrupt === true ? 'interrupted' : 'failed';
      const exitCode = code === undefined ? null : Number(code);
      return { do: 'tell', moment: afterStep(stepOf(input), { outcome, text: words, exitCode }) };
    }
    default:
      return undefined;
  }
}

function stepOf(input: ForeignRecord): HookStep {
  const name = textOrEmpty(input.tool_name);
  const args = record(input.tool_input);
  const { command, files } = describeCall(name, args);
  const tool = toolOf(name);
  const isChange = tool === 'edit' || tool === 'write';
  return { tool, command, files, ...(isChange && { writes: writesIn(files[0]?.path, args) }) };
}
