import { oneLine, visible } from '../../base/plain.ts';
import { PHASES } from '../../model/episode.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { types } from '../filter.ts';
import { answer, filePath, openMemory, type Task } from '../task.ts';
import { numberOf, oneOf, usage } from '../usage.ts';

export const summary = 'Say what helps with a task, as an agent is told it';
export const help = `
Usage: sqrl recall [QUESTION…] [options]

  --file PATH      A file at hand (repeatable): what is known of it and of what lies beside it comes first
  --symbol NAME    A function, class or other name at hand (repeatable)
  --phase PHASE    What the work is at: ${PHASES.join(', ')}
  --type TYPE      Only memories of this type (repeatable)
  --budget N       At most so many tokens (the phase's own)
  --fast           Without the second look at the best answers
  --why            Show the reasons for each place, and what was left out

Unlike \`sqrl search\`, which shows what is like a question, this weighs who said it, how sure, recent and useful it is,
leaves out what says the same, and packs the rest into a briefing whose every line can be cited.

Examples:
  $ sqrl recall "add a retry to the payment client" --file src/pay/client.ts
  $ sqrl recall "how do we run the tests" --why
`;
export const options = {
  file: { type: 'string', multiple: true },
  symbol: { type: 'string', multiple: true },
  phase: { type: 'string' },
  type: { type: 'string', multiple: true },
  budget: { type: 'string' },
  fast: { type: 'boolean' },
  why: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('recall', task.argv, options);
  const question = words.join(' ');
  if (question.trim() === '' && !values.file && !values.symbol)
    throw usage('recall needs a question, or files or symbols at hand.', 'See `sqrl help recall`.');
  const budget = numberOf('--budget', values.budget, { from: 1, to: 100_000, whole: true });
  const phase = values.phase === undefined ? undefined : oneOf('--phase', values.phase, PHASES);
  await using client = await openMemory(task, values);
  const output = await client.call('recall', {
    question,
    ...(values.file && { files: values.file.map((file) => filePath(task, values, file)) }),
    ...(values.symbol && { symbols: values.symbol }),
    ...(phase && { phase }),
    ...(values.type && { types: values.type.map((type) => oneOf('--type', type, types)) }),
    ...(budget !== undefined && { budget }),
    ...(values.fast && { fast: true }),
  });
  answer(task, output, () => show(task, output, values.why === true));
  return EXIT.done;
}

function show(
  { out, err }: Task,
  { text, lines, left, tokens, budget, kind, phase }: Output<'recall'>,
  why: boolean,
): void {
  if (lines.length === 0) {
    err.line('Nothing that is remembered helps with that.');
    err.line(err.paint('dim', '`sqrl search` also shows what is only a little like it.'));
  } else if (!why) out.line(visible(text));
  for (const { memory, score, why: reasons } of why ? lines : []) {
    out.line(`${score.toFixed(3)}  ${out.paint('bold', memory.id)}  ${oneLine(memory.text)}`);
    for (const reason of reasons) out.line(out.paint('dim', `         ${oneLine(reason.text)}`));
  }
  if (why && left.length > 0) {
    out.line();
    out.line('Left out:');
    for (const { id, text: said, because } of left)
      out.line(`  ${id}  ${oneLine(said).slice(0, 100)}\n         ${out.paint('dim', oneLine(because))}`);
  }
  if (why)
    err.line(err.paint('dim', `A question of kind ${kind}, phase ${phase}: ${tokens} of ${budget} tokens.`));
}
