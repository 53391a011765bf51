import { oneLine } from '../../base/plain.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'Give every memory a vector of the present embedder';
export const help = `
Usage: sqrl reembed

Needed after the embedder was changed, or when it did not answer for a while. The model in the package also does it
bit by bit behind other commands. Searching works meanwhile, by words where vectors are still missing. It may be stopped with Ctrl-C and goes on from there the next time.

Example:
  $ sqrl reembed
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('reembed', task.argv, options);
  wordsOf('reembed', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('reembed', {});
  answer(task, output, () => {
    const all = count(output.total, 'memory', 'memories');
    task.out.line(`Embedded ${output.embedded} of ${all} with ${oneLine(output.embedder)}.`);
  });
  return output.embedded === output.total ? EXIT.done : EXIT.problem;
}
