import { claudeAnswer, dialectOf, promptActions } from '../hooks/dialect.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { type HookStep, resultTextOf } from '../hooks/steps.ts';
import { writesOfPatch } from '../hooks/writes.ts';
import { filesOfPatch, isPatch } from '../reading/patch.ts';
import { commandText } from '../reading/pending.ts';
import { type ForeignRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { EVENTS } from './hook-events.ts';
import { toolOf } from './tools.ts';
import { codexPrompt } from './words.ts';

/** Codex. One key that it does not know voids the whole answer. */
export const codexHooks = dialectOf({
  events: EVENTS,
  shows: true,
  // Its limit is 2,500 tokens by its own count.
  most: { characters: 9800, tokens: 2200 },
  answer: claudeAnswer,
  prompt: (input) => promptActions(codexPrompt(textOrEmpty(input.prompt))),
  step: stepOf,
  ended(input) {
    const text = resultTextOf(input.tool_response);
    const code = /^Exit code: (\d+)\n|\bProcess exited with code (\d+)/.exec(text.slice(0, 500));
    const exitCode = code ? Number(code[1] ?? code[2]) : null;
    // It does not tell how a command ended.
    const failed = exitCode === null ? looksFailed(text) : exitCode !== 0;
    const step = failed ? stepOf(input) : asRead(stepOf(input));
    return { step, outcome: failed ? 'failed' : 'ok', text, exitCode };
  },
});

function stepOf(input: ForeignRecord): HookStep {
  const name = textOrEmpty(input.tool_name);
  const command = textOrEmpty(record(input.tool_input).command);
  if (name === 'apply_patch' || isPatch(command)) {
    const files = filesOfPatch(command, textOrNull(input.cwd));
    return { tool: 'edit', command: null, files, writes: writesOfPatch(command, files) };
  }
  if (name === 'Bash') return { tool: 'run', command: commandText(command), files: [] };
  return { tool: toolOf(name), command: textOrNull(command), files: [] };
}

/** It reads files with the shell. */
function asRead(step: HookStep): HookStep {
  const path = READS.exec(step.command ?? '')?.[1];
  return path === undefined
    ? step
    : { tool: 'read', command: null, files: [{ path: path.replace(/^(['"])(.*)\1$/, '$2') }] };
}

const READS =
  /^\s*(?:cat|nl -ba|nl|head|tail|sed -n ['"]?[\d,$ ]+p['"]?)(?: -\w+(?: \d+)?)* ('[^']+'|"[^"]+"|[^\s|;&<>'"-][^\s|;&<>]*)\s*$/;
