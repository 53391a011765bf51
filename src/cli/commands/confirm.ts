import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { showVerdicts } from '../review-view.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'Say that memories are right';
export const help = `
Usage: sqrl confirm ID…

What is confirmed is not put away by age or by numbers any more, and what had to wait for a person, because it came
from outside, may be delivered from now on.
Ends with 3 when there is no such memory; then nothing is changed.

Example:
  $ sqrl confirm 7k3f9x2m
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('confirm', task.argv, options);
  const ids = wordsOf('confirm', words, {
    what: 'the ids of memories',
    from: 1,
    to: Number.POSITIVE_INFINITY,
  });
  await using client = await openMemory(task, values);
  const output = await client.call('confirm', { ids });
  answer(task, output, () => showVerdicts(task, 'Confirmed', output.confirmed));
  return EXIT.done;
}
