import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { showVerdicts } from '../review-view.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'Say that memories are wrong: they go, and are not learnt again';
export const help = `
Usage: sqrl reject ID… [--because TEXT]

  --because TEXT    Why, for their history

What is rejected is not delivered any more and erased after 30 days; until then \`sqrl confirm\` takes it back.
Ends with 3 when there is no such memory; then nothing is changed.

Example:
  $ sqrl reject 7k3f9x2m --because "that was the old gateway"
`;
export const options = { because: { type: 'string' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('reject', task.argv, options);
  const ids = wordsOf('reject', words, {
    what: 'the ids of memories',
    from: 1,
    to: Number.POSITIVE_INFINITY,
  });
  await using client = await openMemory(task, values);
  const output = await client.call('reject', {
    ids,
    ...(values.because !== undefined && { because: values.because }),
  });
  answer(task, output, () => showVerdicts(task, 'Rejected', output.rejected));
  return EXIT.done;
}
