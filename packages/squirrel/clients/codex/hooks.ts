import { claudeAnswer, dialectOf, promptActions } from '../hooks/dialect.ts';
import { looksFailed } from '../hooks/looks-failed.ts';
import { type HookStep, resultTextOf } from '../hooks/steps.ts';
import { readStep } from '../reading/call.ts';
import { type ForeignRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { codexPrompt } from './words.ts';

/** Codex. One key that it does not know voids the whole answer. */
export const codexHooks = dialectOf({
  client: 'codex',
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
  return readStep('codex', textOrEmpty(input.tool_name), record(input.tool_input), textOrNull(input.cwd));
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
