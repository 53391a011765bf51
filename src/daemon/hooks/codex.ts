import { filesOfPatch, isPatch } from '../../sources/codex-patch.ts';
import { commandText } from '../../sources/pending.ts';
import { type Foreign, record, said, text } from '../../sources/record.ts';
import { toolOf } from '../../sources/tools.ts';
import { type Deed, type Dialect, nested, startOf, withBrief } from './dialect.ts';
import { looksFailed } from './looks-failed.ts';
import { afterStep, beforeStep, promptOf, type Step, wordsOf } from './steps.ts';

/** Codex. One key that it does not know voids the whole answer. */
export const codex: Dialect = {
  shows: true,
  // Its limit is 2,500 tokens by its own count.
  most: { characters: 9800, tokens: 2200 },
  hear(event, input) {
    const session = text(input.session_id);
    const deed = deedOf(event, input);
    return session === '' || !deed ? undefined : { session, cwd: said(input.cwd), deeds: withBrief(deed) };
  },
  answer(event, told) {
    if (event === 'Stop') return nested(event, { ...told, agent: '' });
    return event === 'PreCompact' || event === 'SessionEnd' ? '' : nested(event, told);
  },
};

function deedOf(event: string, input: Foreign): Deed | undefined {
  switch (event) {
    case 'SessionStart':
      return { do: 'tell', moment: { point: 'session start', because: startOf(text(input.source)) } };
    case 'UserPromptSubmit': {
      const moment = promptOf(text(input.prompt));
      return moment && { do: 'tell', moment };
    }
    case 'PreToolUse':
      return { do: 'tell', moment: beforeStep(stepOf(input)) };
    case 'PostToolUse': {
      const words = wordsOf(input.tool_response);
      const code = /^Exit code: (\d+)\n|\bProcess exited with code (\d+)/.exec(words.slice(0, 500));
      const exitCode = code ? Number(code[1] ?? code[2]) : null;
      // It does not tell how a command ended.
      const failed = exitCode === null ? looksFailed(words) : exitCode !== 0;
      const step = failed ? stepOf(input) : asRead(stepOf(input));
      const moment = afterStep(step, { outcome: failed ? 'failed' : 'ok', text: words, exitCode });
      return { do: 'tell', moment };
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
  const command = text(record(input.tool_input).command);
  if (name === 'apply_patch' || isPatch(command))
    return { tool: 'edit', command: null, files: filesOfPatch(command, said(input.cwd)) };
  if (name === 'Bash') return { tool: 'run', command: commandText(command), files: [] };
  return { tool: toolOf('codex', name), command: said(command), files: [] };
}

/** It reads files with the shell. */
function asRead(step: Step): Step {
  const path = READS.exec(step.command ?? '')?.[1];
  return path === undefined
    ? step
    : { tool: 'read', command: null, files: [{ path: path.replace(/^(['"])(.*)\1$/, '$2') }] };
}

const READS =
  /^\s*(?:cat|nl -ba|nl|head|tail|sed -n ['"]?[\d,$ ]+p['"]?)(?: -\w+(?: \d+)?)* ('[^']+'|"[^"]+"|[^\s|;&<>'"-][^\s|;&<>]*)\s*$/;
