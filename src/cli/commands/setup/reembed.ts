import { oneLine } from '../../../base/plain.ts';
import { grouped } from '../../../base/text/digits.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl doctor reembed

Embeds every memory that has no vector of the current model, then the passages of conversations of this project, the
latest first, as many as \`conversations.max_vectors\` allows. The daemon does the same in the background. Without it,
commands embed memories with the bundled model step by step, and conversations only here. Search works in the meantime,
by words where vectors are missing. Stop it with Ctrl-C; the next run continues.

Example:
  $ sqrl doctor reembed
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('doctor reembed', task.argv, options);
  positionalsOf('doctor reembed', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('reembed', {});
  const { passages } = output;
  answer(task, output, () => {
    const all = countNoun(output.total, 'memory', 'memories');
    task.out.line(`Embedded ${output.embedded} of ${all} with ${oneLine(output.embedder)}.`);
    if (passages.total > 0)
      task.out.line(
        `Embedded ${grouped(passages.embedded)} of ${countNoun(passages.total, 'passage')} of conversations.`,
      );
  });
  const isComplete = output.embedded === output.total && passages.embedded === passages.total;
  return isComplete ? EXIT.done : EXIT.problem;
}
