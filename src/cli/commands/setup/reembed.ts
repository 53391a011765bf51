import { oneLine } from '../../../base/plain.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const summary = 'Re-embed all memories with the current model';
export const help = `
Usage: sqrl doctor reembed

Needed after a change of the embedder, or after it was unavailable. The bundled model also does it step by step after
other commands. Search works in the meantime, by words where vectors are missing. Stop it with Ctrl-C; the next run
continues.

Example:
  $ sqrl doctor reembed
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('doctor reembed', task.argv, options);
  positionalsOf('doctor reembed', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('reembed', {});
  answer(task, output, () => {
    const all = countNoun(output.total, 'memory', 'memories');
    task.out.line(`Embedded ${output.embedded} of ${all} with ${oneLine(output.embedder)}.`);
  });
  return output.embedded === output.total ? EXIT.done : EXIT.problem;
}
