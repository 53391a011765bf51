import { oneLine } from '../../../base/plain.ts';
import { argumentsOf, type Options, wordsOf } from '../../arguments.ts';
import { EXIT, type Exit } from '../../exit.ts';
import { count } from '../../size.ts';
import { answer, openMemory, type Task } from '../../task.ts';

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

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('doctor reembed', task.argv, options);
  wordsOf('doctor reembed', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('reembed', {});
  answer(task, output, () => {
    const all = count(output.total, 'memory', 'memories');
    task.out.line(`Embedded ${output.embedded} of ${all} with ${oneLine(output.embedder)}.`);
  });
  return output.embedded === output.total ? EXIT.done : EXIT.problem;
}
