import { describeCall } from '../../sources/claude-code-call.ts';
import { ownWords } from '../../sources/claude-code-words.ts';
import { type Foreign, record, said, text } from '../../sources/record.ts';
import { toolOf } from '../../sources/tools.ts';
import { type Deed, type Dialect, nested, startOf, withBrief } from './dialect.ts';
import { afterStep, beforeStep, promptOf, type Step, wordsOf } from './steps.ts';

/** Claude Code. */
export const claudeCode: Dialect = {
  shows: true,
  // Beyond 10,000 characters the model gets a file's name and the first 2 kB.
  most: { characters: 9800, tokens: 9800 },
  hear(event, input) {
    const session = text(input.session_id);
    const deed = deedOf(event, input);
    return session === '' || !deed ? undefined : { session, cwd: said(input.cwd), deeds: withBrief(deed) };
  },
  answer(event, told) {
    // What is said at its end forces another turn, and at that of the session is called invalid.
    if (event === 'Stop') return nested(event, { ...told, agent: '' });
    return event === 'PreCompact' || event === 'SessionEnd' ? '' : nested(event, told);
  },
};

function deedOf(event: string, input: Foreign): Deed | undefined {
  switch (event) {
    case 'SessionStart':
      return { do: 'tell', moment: { point: 'session start', because: startOf(text(input.source)) } };
    case 'UserPromptSubmit': {
      const moment = isTyped(text(input.prompt)) ? promptOf(ownWords(text(input.prompt))) : undefined;
      return moment && { do: 'tell', moment };
    }
    case 'PreToolUse':
      return { do: 'tell', moment: beforeStep(stepOf(input)) };
    case 'PostToolUse': {
      const response = input.tool_response;
      const outcome = record(response).interrupted === true ? 'interrupted' : 'ok';
      const words = stepOf(input).tool === 'run' ? wordsOf(response) : '';
      return { do: 'tell', moment: afterStep(stepOf(input), { outcome, text: words, exitCode: null }) };
    }
    case 'PostToolUseFailure': {
      const words = text(input.error);
      const code = /^(?:Error: )?Exit code (\d+)/.exec(words)?.[1];
      const outcome = input.is_interrupt === true ? 'interrupted' : 'failed';
      const exitCode = code === undefined ? null : Number(code);
      return { do: 'tell', moment: afterStep(stepOf(input), { outcome, text: words, exitCode }) };
    }
    case 'SubagentStart':
      return { do: 'brief subagent', agent: text(input.agent_id) };
    case 'PreCompact':
      return { do: 'save', log: said(input.transcript_path) };
    case 'Stop':
      return { do: 'sum up' };
    case 'SessionEnd':
      return { do: 'end', log: said(input.transcript_path) };
    default:
      return undefined;
  }
}

function stepOf(input: Foreign): Step {
  const name = text(input.tool_name);
  const { command, files } = describeCall(name, record(input.tool_input));
  return { tool: toolOf('claude-code', name), command, files };
}

/** It is called for what background tasks report, too. */
const isTyped = (prompt: string): boolean => !/^\s*<(?:task-notification|local-command-)/.test(prompt);
